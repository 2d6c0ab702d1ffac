/** Where the server under test is, and how it is started. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The program that is tested: the debug build, unless a variable names another. */
export function binary(): string {
  const path = process.env.E2E_BINARY ?? join(import.meta.dirname, "../../../target/debug/chess-kit");
  if (!existsSync(path)) throw new Error(`no program at ${path}: build it with \`cargo build -p chess-kit\``);
  return path;
}

const flags = (port: number, database: string): string[] => [
  "serve",
  "--listen",
  `127.0.0.1:${port}`,
  "--database",
  `sqlite:${database}`,
  "--limits",
  "off",
  "--bot-pace",
  "0",
  "--log",
  "error",
];

/**
 * Ports that no system gives to connections.
 *
 * From 32768 on a server that comes back could find its port taken by one of its own clients.
 */
const LASTING = { first: 20_000, count: 12_000 };

/** Tries a port by lot until nobody listens there, and prints it. */
const PROBE = `
  const probe = () => {
    const port = ${LASTING.first} + Math.floor(Math.random() * ${LASTING.count});
    const server = require("net").createServer().once("error", probe);
    server.listen(port, "127.0.0.1", () => server.close(() => process.stdout.write(String(port))));
  };
  probe();
`;

/** A port that nobody uses. */
const freePort = (): number => Number(execFileSync(process.execPath, ["-e", PROBE]).toString());

/** The port of the server that all tests share, the same in all processes of a run. */
function sharedPort(): number {
  process.env.E2E_PORT ??= String(freePort());
  return Number(process.env.E2E_PORT);
}

/** The address of the server that all tests share. */
export const address = (): string => `http://127.0.0.1:${sharedPort()}`;

/** What a browser keeps whose owner has seen a turn of every game, so that games begin at once. */
export const knowsAllGames = (origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: "chess-kit-shown", value: '["*"]' }] }],
});

/** The command that starts it. */
export function serverCommand(): string {
  process.env.E2E_DIRECTORY ??= mkdtempSync(join(tmpdir(), "chess-kit-e2e-"));
  const database = join(process.env.E2E_DIRECTORY, "tables.sqlite");
  return [binary(), ...flags(sharedPort(), database)].join(" ");
}

/** Debian's browser, and the same without windows, which does what most tests need with less work. */
const WHOLE = ["chromium", "chromium-browser"];
const LIGHT = ["chromium-headless-shell", ...WHOLE];

/** How Debian's browser is started; a `whole` one also shows notices. */
export function chromiumOptions(whole = false): { executablePath: string; args: string[] } {
  const search = (whole ? WHOLE : LIGHT).map((name) => `command -v ${name}`).join(" || ");
  const executablePath = execFileSync("sh", ["-c", search]).toString().trim();
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return { executablePath, args };
}

/** A server of one test's own, which can be stopped and started again. */
export class OwnServer {
  readonly address: string;
  readonly #directory = mkdtempSync(join(tmpdir(), "chess-kit-own-"));
  #process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    readonly path: string,
  ) {
    this.address = `http://127.0.0.1:${port}${path}`;
  }

  /** Starts one at the root of its site, or below a path. */
  static async start(path = ""): Promise<OwnServer> {
    const server = new OwnServer(freePort(), path);
    await server.run();
    return server;
  }

  /** Starts it, and waits until it says where it is. */
  async run(): Promise<void> {
    const database = join(this.#directory, "tables.sqlite");
    const told = [...flags(this.port, database), "--path", this.path];
    const started = spawn(binary(), told, { stdio: ["ignore", "ignore", "pipe"] });
    this.#process = started;
    await new Promise<void>((resolve, reject) => {
      let said = "";
      started.stderr.on("data", (words) => {
        said += words;
        if (said.includes(this.address)) resolve();
      });
      started.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** Ends the server the hard way, as a crash would. */
  async kill(): Promise<void> {
    const process = this.#process;
    if (!process) return;
    const gone = new Promise((resolve) => process.once("exit", resolve));
    process.kill("SIGKILL");
    await gone;
    this.#process = null;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
