// Compares a module with the page that the same sources make for this machine: the same messages, the
// same replies, and how much slower it is.
// node scripts/same.mjs <module.wasm> <language.de.json> < what `cargo run -p kit-page --example played` printed
import { readFileSync } from "node:fs";

const module = await WebAssembly.compile(readFileSync(process.argv[2]));
// This machine has all languages, and a module is handed those that it needs.
const german = JSON.parse(readFileSync(process.argv[3], "utf8"));
const language = { now: 0, luck: "0".repeat(64), message: { language: { code: "de", catalogues: german } } };

/** A page in a module of its own; the border is that of `src/lib/page/module.ts`. */
function page() {
  let message = new Uint8Array();
  let answer = "";
  const bytes = (at, length) => new Uint8Array(instance.exports.memory.buffer, at, length);
  const border = {
    wasm_minimal_protocol_write_args_to_buffer: (at) => bytes(at, message.length).set(message),
    wasm_minimal_protocol_send_result_to_host: (at, length) => {
      answer = new TextDecoder().decode(bytes(at, length));
    },
  };
  const instance = new WebAssembly.Instance(module, { typst_env: border });
  const ask = (envelope) => {
    message = new TextEncoder().encode(JSON.stringify(envelope));
    if (instance.exports.handle(message.length) !== 0) throw new Error(answer);
    return answer;
  };
  if (ask(language) !== "{}") throw new Error("the language cannot be read");
  return ask;
}

let ask = page();
let game = "";
const games = [];
const puzzles = { count: 0, native: 0, module: 0 };
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { envelope, reply, microseconds } = JSON.parse(line);
  const { message } = envelope;
  const isPuzzle = message.ask?.path.startsWith("/api/golf/") ?? false;
  if (message.ask && !isPuzzle) {
    game = JSON.parse(message.ask.body).game;
    games.push({ game, native: 0, module: 0, nodes: 0 });
    ask = page();
  }
  const begun = performance.now();
  const found = ask(envelope);
  const took = (performance.now() - begun) * 1000;
  if (found !== reply) {
    const words = [`${game}: ${JSON.stringify(message)}`, reply, found];
    throw new Error(`the module answers otherwise\n${words.join("\n")}`);
  }
  if (isPuzzle) {
    if (JSON.parse(reply).status !== 200) throw new Error(`no puzzle: ${reply}`);
    puzzles.count += 1;
    puzzles.native += microseconds;
    puzzles.module += took;
  }
  if (message.think) {
    const last = games.at(-1);
    last.native += microseconds;
    last.module += took;
    last.nodes += JSON.parse(reply).thought.nodes;
  }
}
if (games.length === 0 || puzzles.count === 0) throw new Error("nothing was played");
for (const { game, native, module, nodes } of games) {
  const speed = (microseconds) => Math.round((nodes / microseconds) * 1000);
  console.log(
    `${game}: ${speed(native)} nodes/ms here, ${speed(module)} in the module, ${(native / module).toFixed(2)}`,
  );
}
const { native, module: there } = puzzles;
console.log(
  `golf: ${puzzles.count} puzzles in ${Math.round(native / 1000)} ms here, ${Math.round(there / 1000)} in the module, ${(native / there).toFixed(2)}`,
);
