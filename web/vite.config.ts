/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vite";
import { languages, serviceWorker } from "./languages.config.ts";

export default defineConfig({
  ...languages,
  // Files name each other by where they lie, so the app works below any path; see `src/lib/base.ts`.
  base: "./",
  plugins: [svelte(), svelteTesting(), serviceWorker],
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0 },
  test: {
    environment: "happy-dom",
    include: ["tests/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    css: false,
    testTimeout: 60_000,
  },
});
