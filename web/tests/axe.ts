/** What axe finds on a page. */
import type { Page } from "@playwright/test";
import axe from "axe-core";

/**
 * Violations of all rules of axe, in short.
 *
 * They are looked for inside the page, which has no frames.
 * axe comes into a page once, and gathers no lists of what it is content with: that takes most of its time.
 */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const found = await axe.run({ resultTypes: ["violations"] });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
  });
}

/** The same in light and in dark. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: "attached" });
    found.push(...(await violations(page)).map((words) => `${colorScheme} ${words}`));
  }
  return found;
}
