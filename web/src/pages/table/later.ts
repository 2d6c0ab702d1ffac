/** What a table fetches when it is needed, from here for the reason that `lib/table/later.ts` gives. */
export const endCard = () => import("./EndCard.svelte");
export const moreCard = () => import("./MoreCard.svelte");
export const rulesDrawer = () => import("./RulesDrawer.svelte");
export const stood = () => import("./Stood.svelte");
export const ruleBlocks = () => import("../parts/RuleBlocks.svelte");
