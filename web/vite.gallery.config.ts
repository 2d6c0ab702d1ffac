// The gallery: every component with recorded glimpses of all games, to look at.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { languages } from "./languages.config.ts";

export default defineConfig({
  ...languages,
  root: "src/dev",
  plugins: [svelte({ configFile: "../../svelte.config.js" })],
  build: { target: "es2022", outDir: "../../dist-gallery", emptyOutDir: true, assetsInlineLimit: 0 },
});
