/**
 * Five small sounds.
 *
 * What is heard depends only on two successive glimpses of the same viewer, so a sound can
 * tell nothing that the screen does not show.
 */
import { settings } from "./settings.svelte";
import type { GlimpseAnswer, Part } from "./wire/play";

export type Cue = "move" | "capture" | "secret" | "turn" | "end";

/** How long somebody has waited when a move that makes it their turn is also told by a bell. */
export const LONG_WAIT = 4000;

/**
 * What a change of the table sounds like, in the order in which it is heard.
 *
 * Whatever is chosen in secret sounds the same: a card, a box on a sheet, a move that is sealed.
 */
export function cuesOf(before: GlimpseAnswer | null, now: GlimpseAnswer, waited = 0): Cue[] {
  if (!before || before.viewer !== now.viewer) return [];
  const moved = boardText(before) !== boardText(now);
  const taken = standingCount(now) < standingCount(before);
  const seen: Cue[] = moved ? [taken ? "capture" : "move"] : [];
  if (now.outcome) return before.outcome ? seen : [...seen, "end"];
  const turn = now.offers.length > 0 && before.offers.length === 0;
  if (turn && (!moved || waited >= LONG_WAIT)) return [...seen, "turn"];
  return moved || sheetText(before) === sheetText(now) ? seen : ["secret"];
}

/** Plays cues one after the other once the change is on the screen, unless sounds are off or not ready. */
export function play(cues: readonly Cue[]): void {
  if (cues.length === 0 || !settings.sound) return;
  requestAnimationFrame(() =>
    setTimeout(() => {
      const context = shared;
      if (context?.state !== "running") return;
      for (const [place, cue] of cues.entries())
        for (const note of NOTES[cue]) strike(context, { ...note, at: note.at + place * BETWEEN });
    }),
  );
}

/** Switches sounds on or off; whoever switches them on hears at once how loud they are. */
export function switchSound(): void {
  settings.sound = !settings.sound;
  if (!settings.sound) return;
  wake();
  play(["move"]);
}

/**
 * Gets sounds ready as soon as somebody touches the page; browsers allow it no earlier.
 *
 * That can take as long as ten frames, so it happens when there is nothing else to do
 * and never between an answer and the screen.
 */
export function readySounds(): () => void {
  const stop = () => {
    for (const kind of TOUCHES) removeEventListener(kind, touched, true);
  };
  const touched = () => {
    if (!settings.sound) return;
    stop();
    whenIdle(wake);
  };
  for (const kind of TOUCHES) addEventListener(kind, touched, { capture: true, passive: true });
  return stop;
}

const TOUCHES = ["pointerup", "keyup"] as const;
const whenIdle = (work: () => void): unknown =>
  typeof requestIdleCallback === "undefined" ? setTimeout(work, 50) : requestIdleCallback(work);

interface Note {
  at: number;
  hertz: number;
  seconds: number;
  loud: number;
  shape: OscillatorType;
}

const wood = (at: number, hertz: number, loud: number): Note => ({
  at,
  hertz,
  seconds: 0.09,
  loud,
  shape: "triangle",
});
const bell = (at: number, hertz: number): Note => ({ at, hertz, seconds: 0.35, loud: 0.12, shape: "sine" });

/** Seconds from one cue to the next. */
const BETWEEN = 0.18;

const NOTES: Record<Cue, Note[]> = {
  move: [wood(0, 220, 0.3)],
  capture: [wood(0, 180, 0.32), wood(0.07, 130, 0.3)],
  secret: [wood(0, 660, 0.08), wood(0.04, 520, 0.06)],
  turn: [bell(0, 523), bell(0.12, 659)],
  end: [bell(0, 523), bell(0.15, 659), bell(0.3, 784)],
};

/** The one audio context. */
let shared: AudioContext | null = null;

function wake(): void {
  if (typeof AudioContext === "undefined") return;
  shared ??= new AudioContext();
  if (shared.state === "suspended") void shared.resume();
}

function strike(context: AudioContext, note: Note): void {
  const start = context.currentTime + note.at;
  const volume = context.createGain();
  volume.gain.setValueAtTime(note.loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + note.seconds);
  const tone = context.createOscillator();
  tone.type = note.shape;
  tone.frequency.setValueAtTime(note.hertz, start);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + note.seconds);
}

const partsOf = <Kind extends Part["part"]>(glimpse: GlimpseAnswer, kind: Kind) =>
  glimpse.tabletop.parts.filter((part): part is Extract<Part, { part: Kind }> => part.part === kind);

const boardText = (glimpse: GlimpseAnswer) =>
  JSON.stringify(partsOf(glimpse, "board").map(({ figures, tokens }) => [figures, tokens]));
/** Everything beside the board that choices change: cards, boxes, lines. */
const sheetText = (glimpse: GlimpseAnswer) =>
  JSON.stringify([
    partsOf(glimpse, "cards").map(({ cards }) => cards),
    partsOf(glimpse, "grid").map(({ rows }) => rows),
    partsOf(glimpse, "sheet").map(({ lines }) => lines),
  ]);
const standingCount = (glimpse: GlimpseAnswer) =>
  partsOf(glimpse, "board").reduce((sum, { figures }) => sum + figures.length, 0);
