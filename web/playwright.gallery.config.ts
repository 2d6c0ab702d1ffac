// Looks at the gallery with Debian's chromium; the browser is found on PATH and never downloaded.
import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

const port = 4179;
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "tests/gallery",
  workers: 1,
  reporter: "list",
  use: {
    baseURL: `http://localhost:${port}/`,
    launchOptions: { executablePath: execFileSync("which", ["chromium"], { encoding: "utf8" }).trim(), args },
  },
  webServer: {
    command: `npx vite preview --config vite.gallery.config.ts --port ${port} --strictPort`,
    port,
    reuseExistingServer: false,
  },
});
