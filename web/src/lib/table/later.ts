/**
 * Parts of a table that are fetched when they are needed.
 *
 * They are fetched from a file of their own, because what waits for a chunk's style sheet lives as long
 * as the page and holds on to everything that the place of the call can see; behind the curtain that
 * would be what a seat knows.
 */
export const lendersPart = () => import("./Lenders.svelte");
export const outlookPart = () => import("./Outlook.svelte");
export const scoresPart = () => import("./ScoresPart.svelte");
