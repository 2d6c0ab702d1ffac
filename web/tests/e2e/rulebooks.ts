/** The games, by the rule books there are. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

export const GAMES = readdirSync(join(import.meta.dirname, "../../../rules"))
  .filter((file) => file.endsWith(".md") && file !== "introduction.md")
  .map((file) => file.replace(/\.md$/, ""));
