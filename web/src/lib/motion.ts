/**
 * Who is who between two tabletops.
 *
 * A tabletop says what stands where, not what moved.
 * To let a figure glide as a hand would move it, each gets a number that stays with it:
 * first whatever has not moved, then whoever went from where the last move started to where
 * it ended, then the nearest of the same look.
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
  let nextId = scene.nextId;
  const tracked = things.map((thing) => {
    const id = found.get(thing)?.id ?? nextId++;
    return { ...thing, id, fresh: !first && !found.has(thing) };
  });
  tracked.sort((one, other) => one.id - other.id);
  return { things: tracked, gone: [...before], nextId: Math.max(nextId, 2) };
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
