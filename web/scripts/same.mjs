// Compares a module with the page that the same sources make for this machine: the same messages, the
// same replies, and how much slower it is.
// node scripts/same.mjs <module.wasm> < what `cargo run -p kit-page --example played` printed
import { readFileSync } from "node:fs";

const module = await WebAssembly.compile(readFileSync(process.argv[2]));

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
  return (envelope) => {
    message = new TextEncoder().encode(JSON.stringify(envelope));
    if (instance.exports.handle(message.length) !== 0) throw new Error(answer);
    return answer;
  };
}

let ask = page();
let game = "";
const games = [];
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { envelope, reply, microseconds } = JSON.parse(line);
  const { message } = envelope;
  if (message.ask) {
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
  if (message.think) {
    const last = games.at(-1);
    last.native += microseconds;
    last.module += took;
    last.nodes += JSON.parse(reply).thought.nodes;
  }
}
if (games.length === 0) throw new Error("nothing was played");
for (const { game, native, module, nodes } of games) {
  const speed = (microseconds) => Math.round((nodes / microseconds) * 1000);
  console.log(
    `${game}: ${speed(native)} nodes/ms here, ${speed(module)} in the module, ${(native / module).toFixed(2)}`,
  );
}
