/** Why something could not be done. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status = 0,
  ) {
    super(text);
  }
}

/** Reads anything that was thrown as a failure. */
export function failureOf(cause: unknown): Failure {
  if (cause instanceof Failure) return cause;
  return new Failure("app", cause instanceof Error ? cause.message : String(cause));
}
