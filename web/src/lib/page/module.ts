/**
 * The module in a worker: loaded once, and made anew when a game's program has failed in it.
 *
 * The border is the protocol of Typst's plugins: the module is told how long the message is, asks
 * for it, and says where its answer lies.
 */
import type { Message, Reply } from "./messages";

/** Randomness for one message, as the module reads it. */
export function luck(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Loads and compiles the module while it arrives. */
export async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the module answered with status ${response.status}`);
  // Not every host of files says what it sends.
  const typed = new Response(response.body, { headers: { "content-type": "application/wasm" } });
  return WebAssembly.compileStreaming(typed);
}

interface Exports {
  memory: WebAssembly.Memory;
  handle(length: number): number;
}

/** A module that runs. */
export class Running {
  readonly #exports: Exports;
  #message = new Uint8Array();
  #answer = "";

  constructor(module: WebAssembly.Module) {
    const bytes = (at: number, length: number) => new Uint8Array(this.#exports.memory.buffer, at, length);
    const border = {
      wasm_minimal_protocol_write_args_to_buffer: (at: number) =>
        bytes(at, this.#message.length).set(this.#message),
      wasm_minimal_protocol_send_result_to_host: (at: number, length: number) => {
        this.#answer = new TextDecoder().decode(bytes(at, length));
      },
    };
    const instance = new WebAssembly.Instance(module, { typst_env: border });
    this.#exports = instance.exports as unknown as Exports;
  }

  /** Answers a message; throws when a game's program fails, and then must not be used again. */
  handle(message: Message, chance: string = luck()): Reply {
    this.#message = new TextEncoder().encode(JSON.stringify({ now: Date.now(), luck: chance, message }));
    const failed = this.#exports.handle(this.#message.length) !== 0;
    const text = this.#answer;
    this.#answer = "";
    if (failed) throw new Error(text);
    return JSON.parse(text) as Reply;
  }
}
