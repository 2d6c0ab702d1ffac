/** A test of the app, which leaves no page behind. */
import { test as plain } from "@playwright/test";

export const test = plain.extend<{ leavesNothing: undefined }>({
  /**
   * Closes whatever a test opened beside its own page.
   *
   * Pages that stay open play on: they keep their sockets, and what moves on them takes time from the tests to come.
   */
  leavesNothing: [
    async ({ browser }, use) => {
      await use(undefined);
      for (const context of browser.contexts()) await context.close();
    },
    { auto: true },
  ],
});
