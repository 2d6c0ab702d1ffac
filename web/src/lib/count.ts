/** How many games there are, counted by their pictures, which are made from all rule books. */
import pictures from "./games/pictures.json";

export const COUNT = Object.keys(pictures).length;
