/** Of which packages there is something in the app, for the bill of materials. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Where a build writes their names down. */
export const LIST = join(import.meta.dirname, "node_modules/.packages-of-app.json");

/** The package that a module or a file comes from, if it is none of ours. */
export function packageOf(source: string): string | undefined {
  // Bundlers add a few lines of their own.
  const added = /^\0(vite|rolldown)\//.exec(source);
  if (added) return added[1];
  const paths = source.replaceAll("\\", "/").split("node_modules/");
  return paths.length < 2 ? undefined : /^(?:@[^/]+\/)?[^/]+/.exec(paths.at(-1) ?? "")?.[0];
}

const found = new Set<string>();

/** Writes down the packages of all that a build puts out: code that is left in it, styles and fonts. */
export function packagesOfApp(): Plugin {
  return {
    name: "packages-of-app",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        const sources =
          part.type === "asset"
            ? part.originalFileNames
            : Object.keys(part.modules).filter(
                (id) => (part.modules[id]?.renderedLength ?? 0) > 0 || /\.css(\?|$)/.test(id),
              );
        for (const name of sources.map(packageOf)) if (name) found.add(name);
      }
      writeFileSync(LIST, JSON.stringify([...found].sort()));
    },
  };
}
