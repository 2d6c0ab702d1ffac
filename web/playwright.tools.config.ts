// Commands that look at the app: `npm run measure` and `npm run screenshots`.
import { defineConfig } from "@playwright/test";
import shared from "./playwright.config";

export default defineConfig({
  ...shared,
  testDir: "tests/tools",
  outputDir: "test-results/tools",
  workers: 1,
  timeout: 240_000,
  reporter: [["line"]],
});
