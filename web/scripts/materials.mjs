// Writes what third-party code is in the program and in the app, in the format CycloneDX.
// What only builds or tests them is not in it, and is left out.
// node scripts/materials.mjs <cargo metadata> <packages of the app> <version> <seconds since 1970> <file>
// It is a script of ours, because the tools of the field list either crates or npm packages, not both.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [metadataFile, packagesFile, version, seconds, file] = process.argv.slice(2);
const metadata = JSON.parse(readFileSync(metadataFile, "utf8"));
// A build of the app writes down what it has put into it.
const bundled = JSON.parse(readFileSync(packagesFile, "utf8"));
const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8"));

/** Packages whose pictures `pieces.mjs` writes into the app before it is built. */
const DRAWN = ["@iconify-json/game-icons", "@lichess-org/chessground"];

/** Whether a crate runs in the compiler, and what it writes is ours. */
const isMacro = (crate) => crate.targets.some((target) => target.kind.includes("proc-macro"));

/** Ids of the crates that a program is made of, without what only tests, builds and macros need. */
function cratesOf(name) {
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const macros = new Set(metadata.packages.filter(isMacro).map((one) => one.id));
  const first = metadata.packages.find((one) => one.name === name).id;
  const found = new Set([first]);
  for (const id of found) {
    for (const needed of nodes.get(id).deps) {
      const isIn = needed.dep_kinds.some((how) => how.kind === null);
      if (isIn && !macros.has(needed.pkg)) found.add(needed.pkg);
    }
  }
  return found;
}

const licensed = (license) =>
  license ? { licenses: [{ expression: license.replaceAll("/", " OR ") }] } : {};
const component = (kind, name, version, license) => ({
  type: "library",
  "bom-ref": `pkg:${kind}/${name}@${version}`,
  name,
  version,
  purl: `pkg:${kind}/${name.replace("@", "%40")}@${version}`,
  ...licensed(license),
});

const ids = new Set([...cratesOf("chess-kit"), ...cratesOf("kit-module")]);
const crates = metadata.packages
  .filter((one) => ids.has(one.id) && one.source)
  .map((one) => component("cargo", one.name, one.version, one.license));
const packages = [...new Set([...bundled, ...DRAWN])].map((name) => {
  const one = lock.packages[`node_modules/${name}`];
  if (!one) throw new Error(`the app has something of \`${name}\`, which the lock does not know`);
  return component("npm", name, one.version, one.license);
});
const seen = new Map([...crates, ...packages].map((one) => [one["bom-ref"], one]));
const components = [...seen.values()].sort((one, two) => (one["bom-ref"] < two["bom-ref"] ? -1 : 1));

const hash = createHash("sha256").update(JSON.stringify(components)).digest("hex");
const serial = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
writeFileSync(
  file,
  `${JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      serialNumber: `urn:uuid:${[...serial, hash.slice(20, 32)].join("-")}`,
      version: 1,
      metadata: {
        timestamp: new Date(Number(seconds) * 1000).toISOString(),
        component: { type: "application", name: "chess-kit", version, ...licensed("GPL-3.0-or-later") },
      },
      components,
    },
    null,
    1,
  )}\n`,
);
