// Records glimpses of every game from the referee at a pipe, for tests and for the gallery.
//
//   node scripts/record.mjs ../target/debug/chess-kit             says which records are out of date
//   UPDATE=1 node scripts/record.mjs ../target/debug/chess-kit    writes them anew
//
// A moment is kept when its offers have a shape that was not seen before in the game, so that
// every way of pointing is there once; then a spectator's view and the end.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const MOST_OFFERS = 160;
const MOST_ACTIONS = 260;
const folder = new URL("../tests/fixtures/", import.meta.url);
const referee = spawn(process.argv[2] ?? "../target/debug/chess-kit", ["referee"]);
const answers = createInterface({ input: referee.stdout })[Symbol.asyncIterator]();

async function ask(request) {
  referee.stdin.write(`${JSON.stringify(request)}\n`);
  const { value } = await answers.next();
  const answer = JSON.parse(value);
  if (answer.error) throw new Error(answer.error.text);
  return Object.values(answer)[0];
}

/** Dice that fall the same way each time. */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const shapeOf = (spot) => spot.replace(/^[a-h][1-8]$/, "square").replace(/\d+/g, "n");
const shapesOf = (offers) => new Set(offers.map(({ gesture }) => gesture.map(shapeOf).join(" ")));
const QUITTING = /^(stop|give up|none|skip|done|no card|no throw|X)$/;

function choose(offers, roll) {
  const going = offers.filter(({ gesture }) => !QUITTING.test(gesture[0]));
  const pool = going.length > 0 && roll(10) > 0 ? going : offers;
  return pool[roll(pool.length)];
}

/** Many offers, thinned out evenly: fixtures are to stay small. */
function thinned(glimpse) {
  const step = Math.ceil(glimpse.offers.length / MOST_OFFERS);
  return { ...glimpse, offers: glimpse.offers.filter((_, index) => index % step === 0) };
}

async function record({ game, seed, ...terms }) {
  const { seats, edition } = await ask({ open: { game, seed, ...terms } });
  const roll = dice(seed);
  const seen = new Set();
  const moments = [];
  const lines = Object.fromEntries([...seats, "public"].map((viewer) => [viewer, []]));
  const keep = (glimpse, number) =>
    moments.push({ number, glimpse: thinned(glimpse), lines: lines[glimpse.viewer].slice(-12) });
  const see = (viewer) => ask({ glimpse: { viewer } });

  let outcome = null;
  for (let number = 0; number < MOST_ACTIONS && !outcome; number++) {
    const glimpses = await Promise.all(seats.map(see));
    const acting = glimpses.filter(({ offers }) => offers.length > 0);
    const glimpse = acting[roll(acting.length)];
    const fresh = [...shapesOf(glimpse.offers)].filter((shape) => !seen.has(shape));
    if (fresh.length > 0 && (number > 11 || !/^square square$/.test(fresh.join()) || number === 0)) {
      for (const shape of fresh) seen.add(shape);
      if (moments.length < 7) keep(glimpse, number);
    }
    if (number === 12) keep(glimpse, number);
    if (number === 24) keep(await see("public"), number);
    const ruling = await ask({ act: { seat: glimpse.viewer, action: choose(glimpse.offers, roll).action } });
    outcome = ruling.outcome;
    for (const { to, text, spans } of ruling.said) {
      const ears = to === "all" ? Object.keys(lines) : [to];
      for (const viewer of ears)
        lines[viewer].push({ number: ruling.entry, text, spans, private: to !== "all" });
    }
  }
  keep(await see(seats[0]), "last");
  return { game, edition, seats, moments };
}

/** The text of every file, by its name. */
async function recordAll() {
  const games = await ask({ games: {} });
  const files = new Map([["catalogue.json", `${JSON.stringify(games)}\n`]]);
  // One older edition as well: the oldest of the first game that has any.
  const { game, editions } = games.find(({ editions }) => editions.length > 1);
  const wanted = [
    ...games.map(({ game }) => ({ game, seed: 11 })),
    { game, edition: editions.at(-1).edition, seed: 5 },
  ];
  for (const terms of wanted) {
    const name = terms.edition ? `${terms.game}-${terms.edition}` : terms.game;
    files.set(`${name}.json`, `${JSON.stringify(await record(terms))}\n`);
  }
  return files;
}

function write(files) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(new URL(name, folder), text);
}

/** The names of files that are missing, too many, or different. */
function outOfDate(files) {
  const there = new Map(
    readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]),
  );
  const names = new Set([...files.keys(), ...there.keys()]);
  return [...names].filter((name) => files.get(name) !== there.get(name)).sort();
}

const files = await recordAll();
referee.stdin.end();
if (process.env.UPDATE) {
  write(files);
} else {
  const old = outOfDate(files);
  for (const name of old)
    console.error(`web/tests/fixtures/${name} is out of date: run web/scripts/record.mjs with UPDATE=1`);
  process.exitCode = old.length > 0 ? 1 : 0;
}
