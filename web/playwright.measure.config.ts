// What the site of plain files costs, without a server: `cargo xtask site`, then `npm run measure:site`.
import { defineConfig } from "@playwright/test";
import shared from "./playwright.site.config";

const { webServer: _, ...rest } = shared;

export default defineConfig({
  ...rest,
  testDir: "tests/tools",
  testMatch: "site.spec.ts",
  outputDir: "test-results/measure",
  workers: 1,
  timeout: 240_000,
  reporter: [["line"]],
});
