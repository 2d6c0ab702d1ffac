/**
 * The worker that has the truth: it loads the module, opens the store, and gives the page what the
 * viewer at the screen may see.
 */
import { load, save } from "./file";
import type { Beginning, FromReferee, ToReferee, Trouble } from "./messages";
import { compile } from "./module";
import { Referee, troubleWith } from "./referee";
import { openStore, type Store } from "./store";

const tell = (message: FromReferee): void => postMessage(message);

let begin: (how: Beginning) => void = () => undefined;
const begun = new Promise<Beginning>((resolve) => {
  begin = resolve;
});

/** Everything waits for the module and the store, in the order in which it came. */
const ready: Promise<{ referee: Referee; store: Store }> = begun.then(
  async ({ module, languages, store: name, pace }) => {
    const store = await openStore(name);
    tell({ keeps: store.lasts });
    const compiled = await compile(module);
    tell({ ready: true });
    return { referee: new Referee(compiled, store, { name, languages, pace }, tell), store };
  },
);

ready.catch((cause) => {
  // Where there is no WebAssembly at all, there is no error of it either.
  const broken = typeof WebAssembly === "undefined" || cause instanceof WebAssembly.CompileError;
  tell({ broken: (broken ? "module-broken" : "module-missing") satisfies Trouble });
});

/** What was asked for and is not answered yet, and how to stop it. */
const asked = new Map<number, AbortController>();

addEventListener("message", async ({ data }: MessageEvent<ToReferee>) => {
  if ("begin" in data) {
    begin(data.begin);
    return;
  }
  if ("cancel" in data) {
    asked.get(data.cancel)?.abort();
    return;
  }
  if ("ask" in data) asked.set(data.id, new AbortController());
  const { referee, store } = await ready;
  if ("connect" in data) referee.connect(data.connect.connection, data.connect.path);
  else if ("line" in data) referee.line(data.line.connection, data.line.text);
  else if ("disconnect" in data) referee.disconnect(data.disconnect.connection);
  else {
    const { id } = data;
    try {
      tell(await done(data, referee, store));
    } catch (cause) {
      // Nobody may wait for ever, whatever has gone wrong here.
      tell({ id, answer: troubleWith(cause) });
    }
    asked.delete(id);
  }
});

/** Does what the page waits for, and what it is told then. */
async function done(
  data: Extract<ToReferee, { id: number }>,
  referee: Referee,
  store: Store,
): Promise<FromReferee> {
  const { id } = data;
  if ("ask" in data) return { id, answer: await referee.ask(data.ask, asked.get(id)?.signal) };
  if ("forget" in data) {
    await referee.forget(data.forget);
    return { id, answer: { status: 200, text: "" } };
  }
  if ("pack" in data) return { id, answer: await referee.pack(data.pack.table, data.pack.home) };
  if ("move" in data) {
    const { table, seats, server } = data.move;
    return { id, answer: await referee.move(table, seats, server) };
  }
  if ("bring" in data) return { id, answer: await referee.bring(data.bring.table, data.bring.server) };
  if ("save" in data) return { id, file: await save(store) };
  return { id, loaded: await load(data.load, store, referee) };
}
