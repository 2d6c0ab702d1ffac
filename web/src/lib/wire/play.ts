/**
 * What the table's components need of the wire: the types generated from Rust, and names
 * for two of their words.
 */
export type {
  Barred,
  Board,
  Borrowed,
  Brings,
  Card,
  Cards,
  Cell,
  Clock,
  Complaint,
  EditionNote,
  Figure,
  GameNote,
  GlimpseAnswer,
  Grid,
  GridRow,
  Layer,
  Layout,
  Mark,
  MarkKind,
  Offer,
  OptionNote,
  OutcomeNote,
  Part,
  PlacedToken,
  Possible,
  Preview,
  Price,
  Prices,
  Prompt,
  ScoreRow,
  Scores,
  Sheet,
  SheetLine,
  Span,
  Tabletop,
  Token,
  Track,
  Tray,
  WayNote,
  WordNote,
  Words as Spoken,
  Zone,
} from "./wire";

import type { Figure } from "./wire";

/** A side of the board. */
export type Color = Figure["color"];

/** What a chess piece is. */
export type Role = Figure["role"];
