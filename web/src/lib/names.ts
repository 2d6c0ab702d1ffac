/** Names of seats and times for people. */
import { type MessageKey, say, sayCount } from "./messages/messages.svelte";
import type { ClockPlan, GameNote, SeatNote } from "./wire/wire";

/** A game, as far as it says what its seats are called. */
export type Called = Pick<GameNote, "seats" | "roles">;

/** What people call whoever sits there: White, or a role of the game such as White's partner. */
export function seatName(seat: string, game: Called | null = null): string {
  const known: Record<string, MessageKey> = {
    white: "seat.white",
    black: "seat.black",
    player: "seat.player",
    public: "seat.public",
  };
  const key = known[seat];
  if (key) return say(key);
  return game?.roles[game.seats.indexOf(seat)] || seat;
}

/** A seat together with whoever sits there. */
export function sitterName(seat: SeatNote, game: Called | null = null): string {
  const called = seatName(seat.seat, game);
  return seat.name ? `${called} (${seat.name})` : called;
}

/** A team as people speak of it: whoever plays in it, by role and name. */
export function teamName(team: string, seats: readonly SeatNote[], game: Called | null = null): string {
  const members = seats.filter((seat) => seat.team === team);
  return members.map((seat) => sitterName(seat, game)).join(", ") || seatName(team, game);
}

/** The agreed time in words. */
export function clockText(plan: ClockPlan | null): string {
  if (plan === null) return say("clock.none");
  switch (plan.clock) {
    case "player":
      return say("clock.player.text", { minutes: plan.seconds / 60, increment: plan.increment });
    case "move":
      return say("clock.move.text", { seconds: plan.seconds });
    case "days":
      return sayCount("clock.days.text", plan.days);
  }
}
