// The app in Debian's Chromium against the real server: `npm run e2e`.
import { defineConfig } from "@playwright/test";
import { address, chromiumOptions, knowsAllGames, serverCommand } from "./tests/e2e/server";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    baseURL: address(),
    storageState: knowsAllGames(address()),
    browserName: "chromium",
    launchOptions: chromiumOptions(),
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    serviceWorkers: "block",
    actionTimeout: 10_000,
  },
  webServer: {
    command: serverCommand(),
    url: `${address()}/health`,
    timeout: 60_000,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 6000 },
  },
});
