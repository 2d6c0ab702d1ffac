/**
 * Who is who between two tabletops.
 *
 * A tabletop says what stands where, not what moved.
 * To let a figure glide as a hand would move it, each gets a number that stays with it:
 * first whatever has not moved, then whoever went from where the last move started to where
 * it ended, then the nearest of the same look.
 *
 * Where several moved at once, those that are gone meet first, where they struck, and the others move one after
 * another.
 */
import type { Board, Color, Role, Token } from "./wire/play";

/** Something that stands on a square. */
export interface Thing {
  square: string;
  color: Color | null;
  /** A text that is the same for things that look the same. */
  look: string;
  role: Role | null;
  token: Token | null;
}

export interface Tracked extends Thing {
  id: number;
  /** Whether it was not there a moment ago. */
  fresh: boolean;
  /** When it moves: after so many others; of what is gone, when it falls. */
  turn: number;
  /** Where it went before it was gone, in squares to the right and up the board. */
  went: { across: number; up: number } | null;
}

export interface Scene {
  things: Tracked[];
  /** What was there a moment ago and is not any more. */
  gone: Tracked[];
  nextId: number;
}

export const EMPTY_SCENE: Scene = { things: [], gone: [], nextId: 1 };

/** The figures of a board, and the checkers that stand for figures. */
export function standing(board: Board): Thing[] {
  const figures = board.figures.map(({ square, color, role }) => ({
    square,
    color,
    role,
    token: null,
    look: `${color} ${role}`,
  }));
  return [...figures, ...tokensOf(board).filter((thing) => standsAlone(thing, board))];
}

/** The tokens of a board that lie under figures, or might. */
export function lying(board: Board): Thing[] {
  return tokensOf(board).filter((thing) => !standsAlone(thing, board));
}

/** Whether a checker with a number stands for a figure that the viewer does not know. */
function standsAlone({ square, token }: Thing, board: Board): boolean {
  return token?.token === "numbered" && !board.figures.some((figure) => figure.square === square);
}

/** The next scene, in which things keep their numbers. */
export function follow(scene: Scene, things: Thing[], board: Board): Scene {
  const first = scene.nextId === 1;
  const before = new Set(scene.things);
  const found = new Map<Thing, Tracked>();
  const pair = (thing: Thing, old: Tracked | undefined) => {
    if (!old || found.has(thing)) return;
    found.set(thing, old);
    before.delete(old);
  };
  const candidates = (keep: (old: Tracked) => boolean) => [...before].filter(keep);

  for (const thing of things) {
    pair(thing, candidates((old) => old.square === thing.square && old.look === thing.look)[0]);
  }
  const moves = movesOf(board);
  const left = squaresMarked(board, "left");
  const reached = squaresMarked(board, "reached");
  for (const thing of things.filter(({ square }) => reached.has(square))) {
    const movers = candidates((old) => left.has(old.square) && old.color === thing.color);
    pair(thing, movers.find((old) => old.look === thing.look) ?? movers[0]);
  }
  for (const thing of things) {
    const alike = candidates((old) => old.look === thing.look);
    pair(thing, nearest(thing.square, alike));
  }
  const struck = new Map([...before].map((old) => [old, strokeOf(old, moves)]));
  const meet = [...struck.values()].some((stroke) => stroke !== null);
  const survived = moves.filter(({ to, from }) =>
    things.some((thing) => thing.square === to && found.get(thing)?.square === from),
  );
  /** After how many others whoever ends on a square has moved there. */
  const turnAt = (square: string) => {
    const at = survived.findIndex(({ to }) => to === square);
    return at < 0 ? 0 : at + Number(meet);
  };
  let nextId = scene.nextId;
  const tracked = things.map((thing) => {
    const old = found.get(thing);
    const turn = old && old.square !== thing.square ? turnAt(thing.square) : 0;
    return { ...thing, id: old?.id ?? nextId++, fresh: !first && !old, turn, went: null };
  });
  tracked.sort((one, other) => one.id - other.id);
  const gone = [...before].map((old) => {
    const went = struck.get(old) ?? null;
    return { ...old, went, turn: went ? 0 : turnAt(old.square) };
  });
  return { things: tracked, gone, nextId: Math.max(nextId, 2) };
}

interface Stroke {
  from: string;
  to: string;
}

/** The moves that the marks of a board tell: each has one where it started and then one where it ended. */
function movesOf({ marks }: Board): Stroke[] {
  const ends = marks.filter(({ kind }) => kind === "left" || kind === "reached");
  return ends.flatMap(({ square, kind }, index) => {
    const next = ends[index + 1];
    return kind === "left" && next?.kind === "reached" ? [{ from: square, to: next.square }] : [];
  });
}

/** How far somebody came who struck and fell: two who struck at each other meet half-way. */
function strokeOf({ square, role }: Tracked, moves: readonly Stroke[]): Tracked["went"] {
  const mine = role === null ? undefined : moves.find(({ from }) => from === square);
  if (!mine || moves.length < 2) return null;
  const half = moves.some(({ from, to }) => from === mine.to && to === mine.from) ? 0.5 : 1;
  const across = (mine.to.charCodeAt(0) - square.charCodeAt(0)) * half;
  return { across, up: (mine.to.charCodeAt(1) - square.charCodeAt(1)) * half };
}

function tokensOf(board: Board): Thing[] {
  return board.tokens.map(({ square, token }) => ({
    square,
    color: "color" in token ? token.color : null,
    role: null,
    token,
    look: lookOf(token),
  }));
}

function lookOf(token: Token): string {
  switch (token.token) {
    case "checker":
      return `${token.color} checker`;
    case "coin":
      return "coin";
    case "stack":
      return "stack";
    case "numbered":
      return `${token.color} ${token.number}`;
  }
}

function squaresMarked(board: Board, kind: "left" | "reached"): Set<string> {
  return new Set(board.marks.filter((mark) => mark.kind === kind).map((mark) => mark.square));
}

function nearest(square: string, things: Tracked[]): Tracked | undefined {
  return things.toSorted((one, other) => distance(square, one.square) - distance(square, other.square))[0];
}

function distance(one: string, other: string): number {
  const across = one.charCodeAt(0) - other.charCodeAt(0);
  const along = one.charCodeAt(1) - other.charCodeAt(1);
  return across * across + along * along;
}
