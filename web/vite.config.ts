/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vite";
import { languages, serviceWorker } from "./languages.config.ts";
import { packagesOfApp } from "./packages.config.ts";

export default defineConfig({
  ...languages,
  // Files name each other by where they lie, so the app works below any path; see `src/lib/base.ts`.
  base: "./",
  plugins: [svelte(), svelteTesting(), serviceWorker, packagesOfApp()],
  worker: { format: "es", plugins: () => [packagesOfApp()] },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Parts of a table that tools use too stay in one file, so that a table is as light as it was.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: "parts",
              test: /src\/lib\/(table\/(BoardPart|GridPart|TrayPart|TrackPart|CardsPart|PromptPart|ChoiceList|Words|pointed|log)|gesture)\b/,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["tests/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    css: false,
    testTimeout: 60_000,
  },
});
