/** Whose work is shown, under which license; for the page about the program. */
export interface Credit {
  what: string;
  who: string;
  license: string;
}

export const CREDITS: Credit[] = [
  { what: "The games and their rules", who: "Don Kirkby, donkirkby.github.io", license: "CC BY-SA 4.0" },
  { what: "Classic pieces", who: "Colin M. L. Burnett, through chessground", license: "GPL-2.0-or-later" },
  { what: "Solid pieces", who: "game-icons.net (Skoll and others), through Iconify", license: "CC BY 3.0" },
  { what: "Fraunces", who: "The Fraunces Project Authors", license: "OFL-1.1" },
  { what: "Source Sans 3", who: "Adobe and its contributors", license: "OFL-1.1" },
];
