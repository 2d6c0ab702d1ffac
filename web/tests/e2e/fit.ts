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

/** The windows in which every moment is measured: a laptop, a tablet, and a phone in both directions. */
export const CHIEF_WINDOWS = [
  [1366, 640],
  [820, 1180],
  [360, 740],
  [740, 360],
] as const;

/** All spots that the viewer's offers point at, as the table was told; squares are the board's own affair. */
export class Offered {
  #frame: {
    body: {
      glimpse?: {
        offers: { gesture: string[] }[];
        barred: { gesture: string[]; reason: { text: string } }[];
      } | null;
    };
  } | null = null;

  constructor(page: Page) {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const { frame } = JSON.parse(String(payload));
        if (frame) this.#frame = frame;
      }),
    );
  }

  /** What looks possible and is not, each with its reason. */
  get barred(): { gesture: string[]; reason: string }[] {
    const barred = this.#frame?.body.glimpse?.barred ?? [];
    return barred.map(({ gesture, reason }) => ({ gesture, reason: reason.text }));
  }

  /** Cards and boxes that some gesture has in it, whenever it is their turn. */
  get spots(): string[] {
    const offers = this.#frame?.body.glimpse?.offers ?? [];
    const spots = new Set(offers.flatMap(({ gesture }) => gesture));
    return [...spots].filter((spot) => /^[a-z][a-z0-9-]* \d+( \d+)?$/i.test(spot));
  }
}

/**
 * Whatever the decision needs and is not wholly in sight: the board, the prompt, all that is lit, and the
 * cards and boxes that will be.
 */
export const outOfSight = (page: Page, spots: readonly string[] = []): Promise<string[]> =>
  page.evaluate((spots) => {
    scrollTo(0, 0);
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
        ".board, section.prompt, section.prompt h2, section.prompt button, [data-light], .board .become button, .hand li:last-child",
      ),
    ];
    const missing = spots.filter((spot) => {
      const place = document.querySelector<HTMLElement>(`[data-spot="${spot}"]`);
      if (place && !needed.includes(place)) needed.push(place);
      return place === null;
    });
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
    const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    return [...wide, ...missing.map((spot) => `${spot} is nowhere`), ...far];
  }, spots);

/** How large the board is, in CSS pixels. */
export const boardWidth = (page: Page): Promise<number> =>
  page
    .locator(".board")
    .first()
    .evaluate((board) => board.getBoundingClientRect().width);
