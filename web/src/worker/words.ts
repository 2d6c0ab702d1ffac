/** The texts that the service worker says. */
export const PUSHED = ["push.turn", "push.turn.plain"] as const;
