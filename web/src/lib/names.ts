/** Names of seats and times for people. */
import { type MessageKey, say, sayCount } from "./messages/messages.svelte";
import type { ClockPlan, SeatNote } from "./wire/wire";

/** A seat's name as it is shown: `white` becomes White, others stay as they are. */
export function seatName(seat: string): string {
  const known: Record<string, MessageKey> = {
    white: "seat.white",
    black: "seat.black",
    player: "seat.player",
    public: "seat.public",
  };
  const key = known[seat];
  return key ? say(key) : seat;
}

/** A seat together with whoever sits there. */
export function sitterName(seat: SeatNote): string {
  return seat.name ? `${seatName(seat.seat)} (${seat.name})` : seatName(seat.seat);
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
