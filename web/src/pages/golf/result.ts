/**
 * A result to paste into a chat.
 *
 * It tells no piece, no square and no number: how many moves a hole takes is for whoever plays it to find.
 * So it says only how one did against par.
 */
import { say, sayCount } from "../../lib/messages/messages.svelte";
import type { Round } from "./rounds";

/** How a hole went against par: a sign that tells no number. */
export function signOf(round: Round | null): string {
  if (!round || round.score === null) return "⚪";
  if (!round.solved && !isRight(round)) return "❌";
  return over(round) === 0 ? "🟢" : "🟡";
}

/** Whether nothing was shown because there is nothing, as was said. */
const isRight = (round: Round): boolean => round.said === 0 && round.score === 0;

const over = ({ score, par }: Round): number => Math.max(0, (score ?? 0) - (par ?? 0));

/** The same in words. */
export function standingOf(round: Round): string {
  if (isRight(round)) return say("golf.result.impossible");
  if (!round.solved) return say("golf.result.failed");
  const above = over(round);
  return above === 0 ? say("golf.result.par") : sayCount("golf.result.over", above);
}

/** The result of one hole. */
export function resultOf(title: string, round: Round, days: number, link: string): string {
  const lines = [
    `Chess Kit · ${title}`,
    [`⛳ ${signOf(round)} ${standingOf(round)}`, hintWords(round)].join(" · "),
  ];
  if (days > 1) lines.push(`🔥 ${sayCount("golf.result.streak", days)}`);
  return [...lines, link].join("\n");
}

function hintWords({ hints }: Round): string {
  return hints === 0 ? say("golf.result.alone") : sayCount("golf.result.hints", hints);
}

/** The result of a course, a sign for each hole. */
export function courseResult(title: string, rounds: readonly (Round | null)[], link: string): string {
  const done = rounds.filter((round): round is Round => round !== null && round.score !== null);
  const above = done.reduce((sum, round) => sum + over(round), 0);
  const words = above === 0 ? say("golf.result.par") : sayCount("golf.result.over", above);
  const count = say("golf.result.holes", { done: done.length, holes: rounds.length });
  return [`Chess Kit · ${title}`, `⛳ ${rounds.map(signOf).join("")}`, `${words} · ${count}`, link].join(
    "\n",
  );
}
