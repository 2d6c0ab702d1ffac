// Writes a file only where it says something new, so that nobody builds anew for nothing.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

export function keep(file, text) {
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}
