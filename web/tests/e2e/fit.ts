/** Whether a table fits its window: what is measured is shared by the tests and by the command that takes pictures. */
import type { Page } from "@playwright/test";

/** Windows people have: laptops, a tablet in both directions, a phone in both directions, and 200 % zoom. */
export const WINDOWS = [
  [1366, 640],
  [1280, 800],
  [820, 1180],
  [1180, 820],
  [360, 740],
  [740, 360],
  [640, 320],
] as const;

/** Whatever the decision needs and is not wholly in sight: the board, the prompt, and all that is lit. */
export const outOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bar = document.querySelector(".footed .conduct")?.getBoundingClientRect();
    const right = bar && bar.height > bar.width ? bar.left : innerWidth;
    const bottom = bar && bar.width > bar.height ? bar.top : innerHeight;
    const clip = (element: Element) => {
      const sight = { left: 0, top: 0, right, bottom };
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === "visible") continue;
        const edge = box.getBoundingClientRect();
        sight.top = Math.max(sight.top, edge.top);
        sight.bottom = Math.min(sight.bottom, edge.bottom);
        sight.left = Math.max(sight.left, edge.left);
        sight.right = Math.min(sight.right, edge.right);
      }
      return sight;
    };
    const needed = [
      ...document.querySelectorAll<HTMLElement>(
        ".board, section.prompt, section.prompt h2, section.prompt button, [data-light], .hand li:last-child",
      ),
    ];
    const far = needed.flatMap((element) => {
      const box = element.getBoundingClientRect();
      if (box.width === 0) return [];
      const sight = clip(element);
      const over = Math.max(
        sight.left - box.left,
        sight.top - box.top,
        box.right - sight.right,
        box.bottom - sight.bottom,
      );
      const name = element.dataset.spot ?? (element.className || element.textContent?.slice(0, 30));
      return over > 1.5 ? [`${name} by ${Math.round(over)} px`] : [];
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`, ...far] : far;
  });

/** How large the board is, in CSS pixels. */
export const boardWidth = (page: Page): Promise<number> =>
  page
    .locator(".board")
    .first()
    .evaluate((board) => board.getBoundingClientRect().width);
