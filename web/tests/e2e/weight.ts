/** What came over the line, in bytes. */
import type { Page } from "@playwright/test";

/** Script and style that the page has loaded, compressed. */
export const loaded = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map((entry) => entry as PerformanceResourceTiming)
      .filter((entry) => /\.(js|css)$/.test(new URL(entry.name).pathname))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  );

/** The most that may come before a table, and with one. */
export const MOST = { first: 60 * 1024, table: 120 * 1024 };

export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
