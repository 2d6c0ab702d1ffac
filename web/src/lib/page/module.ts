/**
 * The module in a worker: loaded once, and made anew when a game's program has failed in it.
 *
 * The border is the protocol of Typst's plugins: the module is told how long the message is, asks
 * for it, and says where its answer lies.
 */
import type { Language, Message, Reply } from "./messages";

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

/** The game's program failed; what it failed in must not be used again. */
export class ProgramFailed extends Error {}

/** This browser has no memory left, so nothing is known of the game's program. */
export class OutOfMemory extends Error {}

/** How much memory is left where there is any, in pages of 64 KB. */
const ROOM = 64;

interface Exports {
  memory: WebAssembly.Memory;
  handle(length: number): number;
}

/** A module that runs. */
export class Running {
  readonly #exports: Exports;
  #message = new Uint8Array();
  #answer = "";

  constructor(module: WebAssembly.Module, languages: Iterable<Language> = []) {
    const bytes = (at: number, length: number) => new Uint8Array(this.#exports.memory.buffer, at, length);
    const border = {
      wasm_minimal_protocol_write_args_to_buffer: (at: number) =>
        bytes(at, this.#message.length).set(this.#message),
      wasm_minimal_protocol_send_result_to_host: (at: number, length: number) => {
        this.#answer = new TextDecoder().decode(bytes(at, length));
      },
    };
    try {
      const instance = new WebAssembly.Instance(module, { typst_env: border });
      this.#exports = instance.exports as unknown as Exports;
    } catch (cause) {
      throw cause instanceof RangeError ? new OutOfMemory(String(cause)) : cause;
    }
    for (const language of languages) this.handle({ language });
  }

  /** Answers a message; throws {@link ProgramFailed} or {@link OutOfMemory}, and then must not be used again. */
  handle(message: Message, chance: string = luck()): Reply {
    this.#message = new TextEncoder().encode(JSON.stringify({ now: Date.now(), luck: chance, message }));
    let failed: boolean;
    try {
      failed = this.#exports.handle(this.#message.length) !== 0;
    } catch (cause) {
      // The module stops alike when a program fails and when it gets no memory.
      throw this.#hasRoom() ? new ProgramFailed(String(cause)) : new OutOfMemory(String(cause));
    }
    const text = this.#answer;
    this.#answer = "";
    if (failed) throw new ProgramFailed(text);
    return JSON.parse(text) as Reply;
  }

  #hasRoom(): boolean {
    try {
      this.#exports.memory.grow(ROOM);
      return true;
    } catch {
      return false;
    }
  }
}
