// The site of plain files in Debian's Chromium, without a server: `cargo xtask site`, then `npm run site`.
import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "./tests/e2e/server";
import { address, hostCommand, knowsAllGames } from "./tests/site/site";

export default defineConfig({
  testDir: "tests/site",
  outputDir: "test-results/site",
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: address(),
    storageState: knowsAllGames(),
    browserName: "chromium",
    launchOptions: chromiumOptions(),
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    serviceWorkers: "block",
    actionTimeout: 15_000,
  },
  webServer: { command: hostCommand(), url: address(), timeout: 60_000 },
});
