/**
 * The worker that has the truth: it loads the module, opens the store, and gives the page what the
 * viewer at the screen may see.
 */
import { load, save } from "./file";
import type { Beginning, FromReferee, ToReferee, Trouble } from "./messages";
import { compile } from "./module";
import { Referee } from "./referee";
import { openStore, type Store } from "./store";

const tell = (message: FromReferee): void => postMessage(message);

let begin: (how: Beginning) => void = () => undefined;
const begun = new Promise<Beginning>((resolve) => {
  begin = resolve;
});

/** Everything waits for the module and the store, in the order in which it came. */
const ready: Promise<{ referee: Referee; store: Store }> = begun.then(
  async ({ module, store: name, pace }) => {
    const store = await openStore(name);
    tell({ keeps: store.lasts });
    return { referee: new Referee(await compile(module), store, { name, pace }, tell), store };
  },
);

ready.catch((cause) => {
  const trouble: Trouble = cause instanceof WebAssembly.CompileError ? "module-broken" : "module-missing";
  tell({ broken: trouble });
});

addEventListener("message", async ({ data }: MessageEvent<ToReferee>) => {
  if ("begin" in data) {
    begin(data.begin);
    return;
  }
  const { referee, store } = await ready;
  if ("ask" in data) tell({ id: data.id, answer: await referee.ask(data.ask) });
  else if ("connect" in data) referee.connect(data.connect.connection, data.connect.path);
  else if ("line" in data) referee.line(data.line.connection, data.line.text);
  else if ("disconnect" in data) referee.disconnect(data.disconnect.connection);
  else if ("forget" in data) {
    await referee.forget(data.forget);
    tell({ id: data.id, answer: { status: 200, text: "" } });
  } else if ("save" in data) tell({ id: data.id, file: await save(store) });
  else tell({ id: data.id, loaded: await load(data.load, store, referee) });
});
