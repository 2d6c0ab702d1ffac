/** What somebody fills in for a new table, and the wish that it becomes. */
import { usualSeats } from "./opening";
import type {
  ClockPlan,
  GameNote,
  OpenTable,
  OptionNote,
  OptionValue,
  Phones,
  Sitter,
  Spectators,
} from "./wire/wire";

export interface SeatPlan {
  sitter: Sitter["sitter"];
  name: string;
  level: string;
}

export interface TablePlan {
  edition: string;
  /** The options that somebody has touched. */
  options: Record<string, string>;
  seats: SeatPlan[];
  shuffle: boolean;
  public: boolean;
  spectators: "none" | "public" | "delayed";
  delay: number;
  clock: "none" | "player" | "move" | "days";
  minutes: number;
  increment: number;
  seconds: number;
  days: number;
  /** Whether players may ask for hints and see what they may know; `bots` is against bots alone. */
  hints: "bots" | "yes" | "no";
  arrangement: string;
  /** Who has a phone beside a real board; `none` where it is played on screens. */
  real: "none" | Phones;
  /** How many checkers of each color lie there. */
  checkers: number;
  /** Whether cards are dealt by hand. */
  byHand: boolean;
}

/** What is wished for most: friends by link, everybody at this screen, or whoever comes. */
export type Company = "friends" | "screen" | "public" | "bots";

/** A plan to begin with. */
export function planFor(game: GameNote, company: Company, name: string, level: string): TablePlan {
  const others: Record<Company, Sitter["sitter"]> = {
    friends: "invited",
    screen: "me",
    public: "free",
    bots: "bot",
  };
  const seats = Array.from({ length: usualSeats(game) }, (_, index): SeatPlan => {
    const first = index === 0;
    return { sitter: first ? "me" : others[company], name: first ? name : "", level };
  });
  return {
    edition: game.editions[0]?.edition ?? "",
    options: {},
    seats,
    shuffle: false,
    public: company === "public",
    spectators: "public",
    delay: 10,
    clock: "none",
    minutes: 15,
    increment: 10,
    seconds: 60,
    days: 3,
    hints: "bots",
    arrangement: "",
    real: "none",
    checkers: 12,
    byHand: false,
  };
}

/** What an option is if nobody touches it. */
export function usualValue(option: OptionNote, edition: string): string {
  return option.defaults[edition] ?? option.default;
}

/** The wish for the server. */
export function wishOf(game: GameNote, plan: TablePlan): OpenTable {
  const wish: OpenTable = {
    game: game.game,
    edition: plan.edition,
    seats: plan.seats.map(sitterOf),
    shuffle: plan.shuffle,
    public: plan.public,
    spectators: spectatorsOf(plan),
  };
  const options = changedOptions(game, plan);
  const clock = clockOf(plan);
  if (Object.keys(options).length > 0) wish.options = options;
  if (clock) wish.clock = clock;
  if (plan.hints !== "bots") {
    wish.hints = plan.hints === "yes";
    wish.knowledge = wish.hints;
  }
  if (plan.arrangement.trim() !== "") wish.arrangement = plan.arrangement;
  if (plan.real !== "none") {
    const byHand = plan.byHand && game.deals_hands;
    wish.real_board = { phones: plan.real, checkers: plan.checkers, cards_by_hand: byHand };
  }
  return wish;
}

function changedOptions(game: GameNote, plan: TablePlan): Record<string, OptionValue> {
  const changed = game.options.flatMap((option) => {
    const value = plan.options[option.option];
    return value === undefined || value === usualValue(option, plan.edition) ? [] : [[option.option, value]];
  });
  return Object.fromEntries(changed) as Record<string, OptionValue>;
}

/** Who is to sit on a seat. */
export function sitterOf(seat: SeatPlan): Sitter {
  switch (seat.sitter) {
    case "me":
      return seat.name.trim() === "" ? { sitter: "me" } : { sitter: "me", name: seat.name.trim() };
    case "bot":
      return { sitter: "bot", level: seat.level };
    case "invited":
    case "free":
      return { sitter: seat.sitter };
  }
}

function spectatorsOf(plan: TablePlan): Spectators {
  return plan.spectators === "delayed"
    ? { policy: "delayed", minutes: plan.delay }
    : { policy: plan.spectators };
}

function clockOf(plan: TablePlan): ClockPlan | null {
  switch (plan.clock) {
    case "none":
      return null;
    case "player":
      return { clock: "player", seconds: Math.round(plan.minutes * 60), increment: plan.increment };
    case "move":
      return { clock: "move", seconds: plan.seconds };
    case "days":
      return { clock: "days", days: plan.days };
  }
}
