// Generated from the Rust types by crates/server/tests/typescript.rs; do not edit.
// `UPDATE=1 cargo test -p kit-server --test typescript` writes it anew.

/**
 * A decision.
 */
export type ActCommand = { 
/**
 * The action in its notation.
 */
action: string, 
/**
 * The number of the prompt it answers.
 */
prompt: number, };

/**
 * A game that is over, looked at again.
 */
export type Analysis = { 
/**
 * The game's id.
 */
game: string, 
/**
 * What the values say.
 */
measure: Measure, 
/**
 * The names of the seats.
 */
seats: Array<string>, 
/**
 * How things stood after the deal and after each entry.
 */
points: Array<AnalysisPoint>, 
/**
 * Every decision, with what would have been better.
 */
choices: Array<AnalysisChoice>, 
/**
 * Where the game turned, in order of play.
 */
turning: Array<TurningPoint>, 
/**
 * How many nodes were looked at.
 */
nodes: number, };

/**
 * A decision and what it was worth by what the seat knew.
 */
export type AnalysisChoice = { 
/**
 * The entry.
 */
entry: number, 
/**
 * The turn, as players count.
 */
turn: number, 
/**
 * Who decided.
 */
seat: string, 
/**
 * What was done, as it is written.
 */
action: string, 
/**
 * The same in words.
 */
label: string, 
/**
 * What it was worth.
 */
value: number, 
/**
 * What the best choice was worth.
 */
best: number, 
/**
 * A better choice and how it could have gone on; empty where nothing was better.
 */
better: Array<LineStep>, 
/**
 * Where others chose at the same time: how often each choice should have been made.
 */
mix: Array<MixShare>, };

/**
 * How things stood at one moment.
 */
export type AnalysisPoint = { 
/**
 * After how many entries; 0 is the deal.
 */
entry: number, 
/**
 * The turn, as players count.
 */
turn: number, 
/**
 * The value for each seat by what it knew.
 */
knew: Array<number>, 
/**
 * The value for each seat by what was true.
 */
truth: Array<number>, };

/**
 * A question that may be answered yes or no, said beforehand.
 *
 * An answer that the viewer knows not to come has no words.
 */
export type Asks = { 
/**
 * What a yes brings and tells.
 */
yes: Words | null, 
/**
 * What a no costs and tells.
 */
no: Words | null, };

/**
 * Something that looks possible and is not.
 */
export type Barred = { 
/**
 * How one would point at it.
 */
gesture: string[], 
/**
 * Why it is not possible.
 */
reason: Words, };

/**
 * What a seat may believe of what is hidden.
 */
export type BeliefNote = { 
/**
 * What may be so, and how likely; what cannot be so is left out.
 */
surmises: Array<SurmiseNote>, 
/**
 * How many worlds were looked at.
 */
worlds: number, 
/**
 * Whether these are all worlds there are, so that the chances are exact.
 */
exact: boolean, };

/**
 * One part of a rule book.
 */
export type BlockNote = { "block": "heading", 
/**
 * 2 for a section, 3 for a part of one.
 */
level: number, 
/**
 * Its words.
 */
text: string, 
/**
 * A name to link to, the same in all languages.
 */
anchor: string, 
/**
 * Which of the sections begins here that all books have: needs, set-up, turn, end, wonder, well,
 * origin, appendix or credit.
 */
section: string | null, } | { "block": "paragraph", 
/**
 * The id, if this is a rule.
 */
rule: string | null, 
/**
 * The words in their styles.
 */
spans: Array<SpanNote>, 
/**
 * Whether this goes on in the paragraph of the block before.
 */
goes_on: boolean, } | { "block": "item", 
/**
 * The id, if this is a rule.
 */
rule: string | null, 
/**
 * The words in their styles.
 */
spans: Array<SpanNote>, } | { "block": "diagram", 
/**
 * Its text, in the language of the diagrams.
 */
text: string, 
/**
 * The picture in words.
 */
alt: string, 
/**
 * The picture.
 */
svg: string | null, 
/**
 * The sentence below it.
 */
caption: Array<SpanNote>, };

/**
 * A chess board: figures, tokens under them, marks and zones.
 */
export type Board = { 
/**
 * The name by which spots call it.
 */
id: string, 
/**
 * Whose side is at the bottom.
 */
bottom: 'white' | 'black', 
/**
 * The figures.
 */
figures: Array<Figure>, 
/**
 * Tokens under figures or on empty squares.
 */
tokens: Array<PlacedToken>, 
/**
 * Squares that are marked.
 */
marks: Array<Mark>, 
/**
 * Areas that are framed.
 */
zones: Array<Zone>, 
/**
 * Figures that lie under squares, out of play for now.
 */
under: Array<Figure>, 
/**
 * Layers on which figures can stand without meeting, the first the one where they start;
 * empty on a board with one layer only.
 */
layers: Array<Layer>, 
/**
 * What may be on a square for all that this viewer knows, where that is shown.
 */
possible?: Array<Possible>, 
/**
 * How figures move that do not move like themselves, where that is shown at a touch.
 *
 * It follows from where the figures stand, so the text form leaves it out.
 */
borrowed?: Array<Borrowed>, };

/**
 * A way of moving that a figure does not have of itself.
 */
export type Borrowed = { 
/**
 * Where the figure stands.
 */
square: string, 
/**
 * What it moves like.
 */
role: 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king', 
/**
 * Who lends it; nobody if a rule does.
 */
lender: string | null, };

/**
 * What comes of a choice.
 */
export type Brings = { 
/**
 * Whom it helps.
 */
worth: Worth, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * One card.
 */
export type Card = { 
/**
 * The code of `chess-cards.md` (`N`, `q`, `10H`), or `back`.
 */
face: string, 
/**
 * A word about its state: `used`, `cancelled`, `next`.
 */
state: string | null, };

/**
 * Cards that lie together.
 */
export type Cards = { 
/**
 * The name by which spots call them.
 */
id: string, 
/**
 * What they are, for people.
 */
title: string, 
/**
 * How they lie.
 */
layout: Layout, 
/**
 * The seat in front of which they lie.
 */
seat: string | null, 
/**
 * Whether only this viewer sees them.
 */
private: boolean, 
/**
 * The cards, the first or lowest first.
 */
cards: Array<Card>, };

/**
 * The cards of some editions.
 */
export type CardsNote = { 
/**
 * Which editions, in words.
 */
editions: string, 
/**
 * Which cards.
 */
cards: string, 
/**
 * How many.
 */
count: string, };

/**
 * A cell of a grid.
 */
export type Cell = "blank" | "circle" | "cross";

/**
 * Who hears what players say.
 */
export type ChannelName = "all" | "team";

/**
 * Something that a player said.
 */
export type ChatNote = { 
/**
 * The seat that spoke.
 */
seat: string, 
/**
 * The name of its player then.
 */
name: string, 
/**
 * Who heard it.
 */
channel: ChannelName, 
/**
 * The words.
 */
text: string, };

/**
 * Time for a seat.
 */
export type Clock = { 
/**
 * The name by which spots call it.
 */
id: string, 
/**
 * Whose time it is.
 */
title: string, 
/**
 * What is left.
 */
milliseconds: number, 
/**
 * Whether it is running.
 */
running: boolean, };

/**
 * The time of a seat.
 */
export type ClockNote = { 
/**
 * The seat.
 */
seat: string, 
/**
 * What is left.
 */
milliseconds: number, 
/**
 * Whether it runs.
 */
running: boolean, };

/**
 * The time that players have.
 */
export type ClockPlan = { "clock": "player", 
/**
 * At the start.
 */
seconds: number, 
/**
 * After each turn.
 */
increment: number, } | { "clock": "move", 
/**
 * How long.
 */
seconds: number, } | { "clock": "days", 
/**
 * How many.
 */
days: number, };

/**
 * The clock of a round.
 */
export type ClubClock = { 
/**
 * When it is up, if it runs, in milliseconds since 1970.
 */
until: number | null, 
/**
 * How many milliseconds are left, if it stands.
 */
left: number | null, };

/**
 * Asks for something at an evening.
 */
export type ClubCommand = { "command": "add", 
/**
 * Their name.
 */
name: string, } | { "command": "rename", 
/**
 * Their number.
 */
person: number, 
/**
 * Their new name.
 */
name: string, } | { "command": "free", 
/**
 * Their number.
 */
person: number, } | { "command": "leave", 
/**
 * Their number.
 */
person: number, } | { "command": "return", 
/**
 * Their number.
 */
person: number, } | { "command": "pair" } | { "command": "unpair" } | { "command": "result", 
/**
 * The round, from 1 on.
 */
round: number, 
/**
 * The table, from 1 on.
 */
table: number, 
/**
 * Half points of each side: 2 and 0, 0 and 2, 1 and 1, or 0 and 0 if nobody came.
 */
halves?: [number, number], } | { "command": "clock", 
/**
 * Whether it runs.
 */
go: boolean, 
/**
 * How much time is left; as much as there is, if nothing is said.
 */
seconds?: number, } | { "command": "plan", 
/**
 * How many rounds.
 */
rounds: number, 
/**
 * How many minutes each.
 */
minutes: number, } | { "command": "code" } | { "command": "close", 
/**
 * Whether it is over.
 */
closed: boolean, };

/**
 * What became of a command.
 */
export type ClubDone = { 
/**
 * The new code, if one was asked for.
 */
code: string | null, };

/**
 * Says who somebody is at an evening: with the host's secret, or with the code and a name.
 */
export type ClubEnter = { 
/**
 * The host's secret.
 */
host?: string, 
/**
 * The code of the evening.
 */
code?: string, 
/**
 * The number of somebody who is on the list.
 */
person?: number, 
/**
 * The name of somebody who is on the list or comes late.
 */
name?: string, 
/**
 * Whether the secret is wanted in the answer, for programs.
 */
program?: boolean, };

/**
 * Who somebody is now.
 */
export type ClubEntered = { 
/**
 * Their number; none for the host.
 */
person: number | null, 
/**
 * The secret, where it was asked for.
 */
token: string | null, };

/**
 * Somebody at an evening.
 */
export type ClubPerson = { 
/**
 * Their number.
 */
person: number, 
/**
 * Their name.
 */
name: string, 
/**
 * The first round that they could play.
 */
from: number, 
/**
 * Whether they play.
 */
here: boolean, 
/**
 * Whether a phone belongs to them.
 */
claimed: boolean, };

/**
 * Somebody's place.
 */
export type ClubPlace = { 
/**
 * The place, which those share who have as many points.
 */
place: number, 
/**
 * Their number.
 */
person: number, 
/**
 * Half points.
 */
halves: number, 
/**
 * What decides the order among those with as many points, in quarters of a point.
 */
tie_break: number, 
/**
 * How many games were won.
 */
wins: number, 
/**
 * How many games count so far.
 */
games: number, };

/**
 * A round.
 */
export type ClubRound = { 
/**
 * Its tables.
 */
tables: Array<ClubTable>, 
/**
 * Who sits out, with a point.
 */
bye: number | null, };

/**
 * Sits down at one's table of the present round.
 */
export type ClubSit = { 
/**
 * Whether the secret is wanted in the answer, for programs.
 */
program?: boolean, };

/**
 * A table of a round.
 */
export type ClubTable = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The number of the person on each seat, in seat order.
 */
people: Array<number>, 
/**
 * The side of each seat: 0 for the first team, 1 for the second.
 */
sides: Array<number>, 
/**
 * The table where it is played, if it is played through the kit.
 */
table: string | null, 
/**
 * Half points of each side, when it is over.
 */
halves: [number, number] | null, 
/**
 * Who said so.
 */
by: Teller | null, };

/**
 * What somebody at a table asks for.
 */
export type Command = { "act": ActCommand } | { "say": SayCommand } | { "resign": Nothing } | { "offer-draw": Nothing } | { "accept-draw": Nothing } | { "decline-draw": Nothing } | { "ask-undo": Nothing } | { "go-back": GoBackCommand } | { "tell-cards": TellCardsCommand } | { "grant-undo": Nothing } | { "refuse-undo": Nothing } | { "leave": Nothing } | { "return": Nothing } | { "replace": ReplaceCommand } | { "claim-win": Nothing } | { "call-off": Nothing } | { "rematch": Nothing } | { "move": Nothing } | { "seat": SeatCommand } | { "swap": SwapCommand } | { "room": Nothing } | { "start": Nothing } | { "close": Nothing };

/**
 * A command as it comes over HTTP.
 */
export type CommandRequest = { 
/**
 * The seat that asks, or `host`.
 */
seat: string, 
/**
 * What it asks for.
 */
command: Command, };

/**
 * What was wrong.
 */
export type Complaint = { 
/**
 * A word that stays the same.
 */
code: string, 
/**
 * What was wrong and what would be right.
 */
text: string, };

/**
 * A course of golf.
 */
export type CourseNote = { 
/**
 * The day, as in `2026-11-15`.
 */
date: string, 
/**
 * Its holes.
 */
holes: Array<HoleNote>, 
/**
 * The sum of their pars.
 */
par: number, };

/**
 * The hole of a day.
 */
export type DayNote = { 
/**
 * The day, as in `2026-11-15`.
 */
date: string, 
/**
 * The board and the cards, as an arrangement.
 */
text: string, 
/**
 * The length of a shortest solution.
 */
par: number, };

/**
 * A sentence that stands for a rule.
 */
export type DigestNote = { 
/**
 * The rule it comes from.
 */
rule: string | null, 
/**
 * The words in their styles.
 */
spans: Array<SpanNote>, };

/**
 * A command that was carried out.
 */
export type DoneNote = { 
/**
 * The client's number.
 */
id: number, 
/**
 * A new link for the seat, where one was asked for.
 */
invitation: Invitation | null, 
/**
 * The table that was opened, where one was.
 */
table: string | null, };

/**
 * A printed version of the rules.
 */
export type EditionNote = { 
/**
 * Its id.
 */
edition: string, 
/**
 * What sets it apart.
 */
note: string, };

/**
 * Takes a seat.
 */
export type Enter = { 
/**
 * The secret part of a link, or a code; nothing for a free seat.
 */
invitation?: string, 
/**
 * Which chair, without an invitation or with one to the room; the first that is possible, if
 * nothing is said. A seat's own invitation says it itself.
 */
seat?: string, 
/**
 * Only asks where the invitation leads, and takes no seat.
 */
look?: boolean, 
/**
 * The player's name.
 */
name?: string, 
/**
 * Whether the seat's secret is wanted in the answer, for programs.
 */
program?: boolean, };

/**
 * A seat that was taken, or where an invitation leads.
 */
export type Entered = { 
/**
 * The table.
 */
table: string, 
/**
 * The seat; none where somebody only looks and the invitation is to the room.
 */
seat: string | null, 
/**
 * The secret, if it was asked for.
 */
token: string | null, 
/**
 * Whether this is no table but an evening of several, where people say who they are.
 */
evening?: boolean, };

/**
 * Why something was not done.
 */
export type ErrorNote = { 
/**
 * The code and the sentence.
 */
error: Complaint, };

/**
 * An evening as everybody may see it, and who asks.
 */
export type EveningNote = { 
/**
 * The name of the evening.
 */
evening: string, 
/**
 * Goes up with everything that happens.
 */
number: number, 
/**
 * What the time is, in milliseconds since 1970.
 */
now: number, 
/**
 * What the evening is called; may be empty.
 */
title: string, 
/**
 * Who meets whom.
 */
system: System, 
/**
 * How many rounds.
 */
rounds: number, 
/**
 * How many minutes each.
 */
minutes: number, 
/**
 * The ids of the games.
 */
games: Array<string>, 
/**
 * How games are spread.
 */
spread: Spread, 
/**
 * Whether tables are opened for phones.
 */
phones: boolean, 
/**
 * Whether the evening is over.
 */
closed: boolean, 
/**
 * Everybody, in the order in which they came.
 */
people: Array<ClubPerson>, 
/**
 * The rounds that were paired.
 */
paired: Array<ClubRound>, 
/**
 * Everybody's place, the first one first.
 */
standings: Array<ClubPlace>, 
/**
 * The clock of the round.
 */
clock: ClubClock, 
/**
 * Whether whoever asks is the host.
 */
host: boolean, 
/**
 * The number of whoever asks, if they have one.
 */
me: number | null, };

/**
 * An evening that was opened, with the secrets that are handed out once.
 */
export type EveningOpened = { 
/**
 * The name of the evening.
 */
evening: string, 
/**
 * The host's secret, which also came as a cookie.
 */
host: string, 
/**
 * The code with which people come in.
 */
code: string, };

/**
 * Something done on a board to try.
 */
export type ExampleAction = { 
/**
 * The seat.
 */
seat: string, 
/**
 * The action in its notation.
 */
action: string, };

/**
 * A table to try something on: what is agreed, where it starts, and what is done before.
 */
export type ExampleNote = { 
/**
 * The edition; the newest if nothing is said.
 */
edition?: string, 
/**
 * What is agreed beyond the edition.
 */
options?: { [key in string]: string }, 
/**
 * How many seats; all if nothing is said.
 */
seats?: number, 
/**
 * Where to start.
 */
arrangement?: string, 
/**
 * Lets chance fall the same way each time.
 */
seed: number, 
/**
 * What is done before it is tried, in order.
 */
actions: Array<ExampleAction>, };

/**
 * A chess figure on a square.
 */
export type Figure = { 
/**
 * Where it stands.
 */
square: string, 
/**
 * Whose it is.
 */
color: 'white' | 'black', 
/**
 * What it is.
 */
role: 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king', };

/**
 * The table of a rematch.
 */
export type Followed = { 
/**
 * The table.
 */
table: string, 
/**
 * The seats there that belong to whoever asked.
 */
seats: Array<string>, };

/**
 * What one viewer knows, whole.
 */
export type Frame = { 
/**
 * Counts what this viewer was shown.
 */
number: number, 
/**
 * The number that actions must name; it changes when the offers change.
 */
prompt: number, 
/**
 * The table, and what the viewer sees on it.
 */
body: FrameBody, 
/**
 * The time of each seat, where there are clocks.
 */
clocks: Array<ClockNote>, 
/**
 * How much is left of the time that the rules give, in milliseconds.
 */
timer: number | null, 
/**
 * What the viewer has heard, from this line on; later lines that it has are no longer true.
 */
lines_from: number, 
/**
 * The lines.
 */
lines: Array<LineNote>, 
/**
 * What players said, from this line on.
 */
chat_from: number, 
/**
 * The lines.
 */
chat: Array<ChatNote>, };

/**
 * What a frame's body has.
 *
 * It is kept as text, which is one piece of memory and can be compared and sent as it is.
 */
export type FrameBody = { 
/**
 * The table.
 */
table: TableNote, 
/**
 * What the viewer sees; nothing before the start.
 */
glimpse: GlimpseAnswer | null, };

/**
 * A moment of a game: of one that is written on a scoresheet, or of a table whose game is over.
 */
export type FromMoment = { 
/**
 * The text of a scoresheet; either this or a table.
 */
scoresheet?: string, 
/**
 * The table; either this or a scoresheet.
 */
table?: string, 
/**
 * After how many entries; 0 is the deal, and the last is meant if nothing is said.
 */
entry?: number, };

/**
 * A line of the catalogue.
 */
export type GameNote = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Its name.
 */
name: string, 
/**
 * The game in one sentence.
 */
blurb: string, 
/**
 * The names of its seats.
 */
seats: Array<string>, 
/**
 * What people call whoever sits there, in seat order.
 */
roles: Array<string>, 
/**
 * How many of them a table needs at least.
 */
fewest_seats: number, 
/**
 * The color that a seat plays, `white` or `black`, for seats that play one.
 */
colors: { [seat in string]?: 'white' | 'black' }, 
/**
 * The names of its teams.
 */
teams: Array<string>, 
/**
 * Whether it has no secrets.
 */
open: boolean, 
/**
 * Whether everybody may know which seats have to act.
 */
shows_turns: boolean, 
/**
 * Whether cards are dealt to hands that only their owners see.
 */
deals_hands: boolean, 
/**
 * Whether few points are better, where one team plays for points.
 */
few_points: boolean, 
/**
 * What people need beside a chess set.
 */
needs: NeedsNote, 
/**
 * The name of the sheet that is printed for it.
 */
sheet: string | null, 
/**
 * The formats of other programs in which games of it can be had.
 */
formats: Array<string>, 
/**
 * How somebody tries one of its puzzles alone.
 */
puzzle: PuzzleNote | null, 
/**
 * Its editions, the default first.
 */
editions: Array<EditionNote>, 
/**
 * Its options and what they may be.
 */
options: Array<OptionNote>, 
/**
 * The ways to set it up that have a name.
 */
ways: Array<WayNote>, 
/**
 * What it offers to those who play with wood.
 */
tools: Array<ToolNote>, };

/**
 * What a viewer may know.
 */
export type GlimpseAnswer = { 
/**
 * A seat's name, or `public`.
 */
viewer: string, 
/**
 * What lies on the table.
 */
tabletop: Tabletop, 
/**
 * What the viewer may do.
 */
offers: Array<Offer>, 
/**
 * What looks possible and is not.
 */
barred: Array<Barred>, 
/**
 * How the game ended.
 */
outcome: OutcomeNote | null, };

/**
 * A moment of a real table.
 */
export type GoBackCommand = { 
/**
 * The moment at which everything was right.
 */
moment: number, };

/**
 * A table of cells.
 */
export type Grid = { 
/**
 * The name by which spots call it.
 */
id: string, 
/**
 * What it is, for people.
 */
title: string, 
/**
 * Whether only this viewer sees it.
 */
private: boolean, 
/**
 * What the columns stand for.
 */
columns: Array<Words>, 
/**
 * The rows.
 */
rows: Array<GridRow>, 
/**
 * The heading of the notes at the end of the rows, if there are any.
 */
note: string | null, 
/**
 * What rows and columns are, in this order, where a grid needs to say it.
 */
axes: [string, string] | null, };

/**
 * A row of a grid.
 */
export type GridRow = { 
/**
 * What the row stands for.
 */
label: Words, 
/**
 * One cell for each column.
 */
cells: Array<Cell>, 
/**
 * What is written at the end of the row.
 */
note: string, };

/**
 * A guide with all that is to be seen, so that it can be shown without the rules.
 */
export type GuideNote = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Its steps, in order.
 */
steps: Array<StepNote>, };

/**
 * Something that leaves a square or a part beside the board, or comes to one.
 */
export type HandMove = { 
/**
 * The piece by its letter, `checker`, `coin`, `marker`, or what a card shows.
 */
thing: string, 
/**
 * The square that it leaves.
 */
from: string | null, 
/**
 * The square that it comes to.
 */
to: string | null, 
/**
 * The tray or the cards that it leaves, by their id.
 */
out_of?: string, 
/**
 * The tray, the cards or the track that it comes to, by their id.
 */
into?: string, };

/**
 * One thing for hands to do.
 */
export type HandStepNote = { 
/**
 * What of it is seen on the board and beside it.
 */
moves: Array<HandMove>, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * What hands have to do at a real table, and how it has to look then.
 */
export type HandsNote = { 
/**
 * The moment after these steps.
 */
moment: number, 
/**
 * What to do, in order.
 */
steps: Array<HandStepNote>, 
/**
 * How the table has to look then.
 */
lying: Array<Part>, 
/**
 * How many lines the public has heard by now.
 */
heard: number, 
/**
 * What the public has heard after as many lines as were asked for; nothing if nobody asked.
 */
said: Array<LineNote>, };

/**
 * Whether the program runs.
 */
export type HealthNote = { 
/**
 * `alive`.
 */
status: string, 
/**
 * The version of the program.
 */
version: string, };

/**
 * How much a hint gives away.
 */
export type HintDepth = "where" | "what";

/**
 * A hint.
 */
export type HintNote = { 
/**
 * The number of the prompt that it is about.
 */
prompt: number, 
/**
 * Where to look.
 */
look: Look, 
/**
 * What to do, where that was asked for.
 */
what: HintWhat | null, };

/**
 * Asks for a hint.
 */
export type HintRequest = { 
/**
 * The seat that asks.
 */
seat: string, 
/**
 * The number of the prompt that it is about.
 */
prompt: number, 
/**
 * How much it may give away.
 */
depth: HintDepth, };

/**
 * What to do, and why.
 */
export type HintWhat = { 
/**
 * The offer, with its value.
 */
offer: OfferValue, 
/**
 * What the value says.
 */
measure: Measure, 
/**
 * Why.
 */
reasons: Array<Words>, 
/**
 * What the others would come to know by it.
 */
tells: Array<Words>, 
/**
 * One way on, this offer first.
 */
line: Array<LineStep>, };

/**
 * How many hints a seat took.
 */
export type HintsTaken = { 
/**
 * The seat.
 */
seat: string, 
/**
 * How often it was told where to look, and no more.
 */
wheres: number, 
/**
 * How often it was told what to do.
 */
whats: number, };

/**
 * A hole of golf.
 */
export type HoleNote = { 
/**
 * The board and the cards, as an arrangement.
 */
text: string, 
/**
 * The length of a shortest solution.
 */
par: number, 
/**
 * How many shortest solutions there are, where they were counted.
 */
solutions: number | null, };

/**
 * What lets somebody take a seat, once.
 */
export type Invitation = { 
/**
 * The seat, or `room` where the host made a new link to the table.
 */
seat: string, 
/**
 * The secret part of the link.
 */
token: string, 
/**
 * The same to be read aloud.
 */
code: string, };

/**
 * What a seat may know.
 */
export type KnowledgeNote = { 
/**
 * The number of the seat's frame that it belongs to.
 */
frame: number, 
/**
 * What may be so, with chances; nothing where the game does not say.
 */
belief: BeliefNote | null, };

/**
 * A position as it lies on a real board, from which people want to go on.
 */
export type LaidBoard = { 
/**
 * The seat that asks.
 */
seat: string, 
/**
 * Eight rows, the eighth rank first: `r n b q k b n r`, a period for an empty square.
 */
rows: string, 
/**
 * The checkers under the pieces.
 */
chips?: Array<LaidChips>, 
/**
 * The seat that is to move.
 */
turn: string, };

/**
 * Checkers on a square.
 */
export type LaidChips = { 
/**
 * Where they lie.
 */
square: string, 
/**
 * How many.
 */
count: number, };

/**
 * What checkers lie under pieces.
 */
export type LaidKind = "none" | "single" | "stack";

/**
 * How a game goes on from a position as it lies.
 */
export type LaidNote = { 
/**
 * The arrangement for a new table.
 */
arrangement: string, 
/**
 * What checkers there are in this game.
 */
chips: LaidKind, 
/**
 * What of the running game gets lost.
 */
lost: Array<Words>, };

/**
 * One of several boards that share their squares.
 */
export type Layer = { 
/**
 * Where it is: `behind the mirror`.
 */
name: string, 
/**
 * The squares of the figures that stand on it.
 */
squares: string[], };

/**
 * How cards lie.
 */
export type Layout = "hand" | "row" | "pile";

/**
 * Something that the viewer heard.
 */
export type LineNote = { 
/**
 * The frame that shows the board then.
 */
frame: number, 
/**
 * The turn in which it was said, as players count; 0 for the deal.
 */
turn: number, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * A step of a line.
 */
export type LineStep = { 
/**
 * Who takes it.
 */
seat: string, 
/**
 * The action, as it is written.
 */
action: string, 
/**
 * The action in words.
 */
label: string, };

/**
 * An entry of the lobby.
 */
export type LobbyNote = { 
/**
 * The table.
 */
table: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The edition.
 */
edition: string, 
/**
 * How far it has come.
 */
status: Status, 
/**
 * The seats.
 */
seats: Array<SeatNote>, 
/**
 * What people without a seat may see.
 */
spectators: Spectators, 
/**
 * The time that players have.
 */
clock: ClockPlan | null, 
/**
 * After how many entries of another game this one goes on, if it does; whoever opened it may know
 * the secrets of that moment.
 */
from: number | null, };

/**
 * Where to look.
 */
export type Look = { 
/**
 * The spot.
 */
spot: string | null, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * A marked square.
 */
export type Mark = { 
/**
 * Which square.
 */
square: string, 
/**
 * What the mark says.
 */
kind: MarkKind, };

/**
 * What a mark says.
 */
export type MarkKind = "left" | "reached" | "refused" | "check" | "danger" | "spent" | "named" | "hampered" | "armed" | "freed";

/**
 * What the values of offers say.
 */
export type Measure = "chance" | "outlook";

/**
 * How often a choice should have been made.
 */
export type MixShare = { 
/**
 * The action, as it is written.
 */
action: string, 
/**
 * The same in words.
 */
label: string, 
/**
 * How often, from 0 to 1.
 */
share: number, };

/**
 * Something worth telling of a game.
 */
export type MomentNote = { 
/**
 * `told-most`, `closest-miss`, `never-found`, `turning` or `best`.
 */
kind: string, 
/**
 * The entry at which it happened; 0 is the deal.
 */
entry: number, 
/**
 * The turn in which it happened, as players count.
 */
turn: number, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * What people need beside a chess set, and how long they sit.
 */
export type NeedsNote = { 
/**
 * The cards, by edition.
 */
cards: Array<CardsNote>, 
/**
 * Everything else, each in a few words.
 */
things: Array<string>, 
/**
 * What has to lie on the shelf beside a chess set: `checkers`, `cards`.
 */
shelf: Array<'checkers' | 'cards'>, 
/**
 * About how many minutes a game takes.
 */
minutes: number, };

/**
 * What a seat has noted for itself.
 */
export type NotesNote = { 
/**
 * A text of the client's own making, at most 16 KB.
 */
notes: string | null, };

/**
 * Nothing more to say.
 */
export type Nothing = Record<symbol, never>;

/**
 * Something a seat may do now.
 */
export type Offer = { 
/**
 * The action, as it is written.
 */
action: string, 
/**
 * How to point at it.
 */
gesture: string[], 
/**
 * The action in words.
 */
label: string, 
/**
 * What it sets off by itself, where that is worth telling.
 */
preview?: Preview, 
/**
 * What the answers tell and cost, if it is a question.
 */
asks?: Asks, };

/**
 * An offer and what it is worth.
 */
export type OfferValue = { 
/**
 * The action, as it is written.
 */
action: string, 
/**
 * The action in words.
 */
label: string, 
/**
 * How to point at it.
 */
gesture: string[], 
/**
 * What it is worth.
 */
value: number, 
/**
 * The points with which the game is likely to end after it, where there is nobody to beat.
 */
points: number | null, 
/**
 * How often it should be chosen, from 0 to 1, where others choose at the same time.
 */
share: number | null, };

/**
 * Opens an evening.
 */
export type OpenEvening = { 
/**
 * What the evening is called.
 */
title?: string, 
/**
 * Who is there; more may come.
 */
names?: Array<string>, 
/**
 * Who meets whom.
 */
system: System, 
/**
 * How many rounds.
 */
rounds: number, 
/**
 * How many minutes each.
 */
minutes: number, 
/**
 * The ids of the games.
 */
games: Array<string>, 
/**
 * How games are spread.
 */
spread: Spread, 
/**
 * Whether tables are opened for phones; if not, people play with wood and tap results.
 */
phones: boolean, };

/**
 * Asks for a new table.
 */
export type OpenTable = { 
/**
 * Who is to sit on each seat, in seat order; as many as the table has seats.
 */
seats: Array<Sitter>, 
/**
 * Whether seats are turned by lot when the game starts.
 */
shuffle?: boolean, 
/**
 * Whether the lobby lists the table.
 */
public?: boolean, 
/**
 * What people without a seat may see.
 */
spectators?: Spectators, 
/**
 * The time that players have.
 */
clock?: ClockPlan, 
/**
 * Whether players may ask for hints; if nothing is said, they may where one person plays
 * against bots.
 */
hints?: boolean, 
/**
 * Whether players may be shown what they may know, with chances; the same if nothing is said.
 */
knowledge?: boolean, 
/**
 * How it is played with wood, if it is: then what hands do can be asked for.
 */
real_board?: RealBoardPlan, 
/**
 * The moment of another game from which this one goes on; the game must be the same, and
 * what else was agreed there holds here.
 */
from?: FromMoment, 
/**
 * The name of whoever opens the table.
 */
name?: string, 
/**
 * Whether the secrets are wanted in the answer, for programs.
 */
program?: boolean, 
/**
 * The game's id.
 */
game: string, 
/**
 * The edition; the newest if nothing is said.
 */
edition?: string, 
/**
 * What is agreed beyond the edition.
 */
options?: { [key in string]: OptionValue }, 
/**
 * Where to start, as text.
 */
arrangement?: string, };

/**
 * Something that may be agreed before a game.
 */
export type OptionNote = { 
/**
 * Its name.
 */
option: string, 
/**
 * What people call it.
 */
title: string, 
/**
 * What it decides.
 */
meaning: string, 
/**
 * The words that it may be, each with its meaning.
 */
words: Array<WordNote>, 
/**
 * The smallest and the largest number that it may be, if it may be a number.
 */
numbers: [number, number] | null, 
/**
 * What it is unless something else is agreed.
 */
default: string, 
/**
 * Editions in which the default is another.
 */
defaults: { [key in string]: string }, };

/**
 * A value as people write it in JSON.
 */
export type OptionValue = string | number | boolean;

/**
 * How a game ended.
 */
export type OutcomeNote = { 
/**
 * `win`, `draw` or `scores`.
 */
verdict: string, 
/**
 * The team that won.
 */
winner: string | null, 
/**
 * Points by team.
 */
scores: { [key in string]: number } | null, 
/**
 * Why.
 */
reason: string, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * One thing on a table.
 */
export type Part = { "part": "board" } & Board | { "part": "cards" } & Cards | { "part": "grid" } & Grid | { "part": "tray" } & Tray | { "part": "track" } & Track | { "part": "sheet" } & Sheet | { "part": "clock" } & Clock | { "part": "scores" } & Scores | { "part": "prices" } & Prices;

/**
 * Who has a phone at a real board.
 */
export type Phones = "one" | "each" | "team";

/**
 * A token on a square.
 */
export type PlacedToken = { 
/**
 * Where it lies.
 */
square: string, 
/**
 * What it is.
 */
token: Token, };

/**
 * What may be on or under a square, for all that a viewer knows.
 */
export type Possible = { 
/**
 * Where.
 */
square: string, 
/**
 * Whether it would lie under the square and not stand on it.
 */
under: boolean, 
/**
 * The pieces that it may be, each by its letter.
 */
pieces: string[], };

/**
 * Who is connected to a table now.
 */
export type PresenceNote = { 
/**
 * The seats of which somebody is connected, in seat order.
 */
seats: Array<string>, 
/**
 * How many look on without a seat while the table waits, 100 if there are more; 0 later.
 */
watching: number, };

/**
 * What an action sets off by itself, one thing after the other.
 */
export type Preview = { 
/**
 * What happens, in order.
 */
stages: Array<Words>, 
/**
 * What is so when all of it has happened.
 */
sum: Words, };

/**
 * What one choice brings.
 */
export type Price = { 
/**
 * The choice: `bishop: 5 moves`.
 */
choice: Words, 
/**
 * Where gestures of this choice begin; nowhere if that says nothing.
 */
spots: string[], 
/**
 * What comes of it, one for each case.
 */
brings: Array<Brings>, };

/**
 * What choices bring: a row for each choice, a column for each case.
 */
export type Prices = { 
/**
 * Its name.
 */
id: string, 
/**
 * What it is, for people.
 */
title: string, 
/**
 * What decides what comes of a choice: `hit`, `miss`; none where each brings one thing.
 */
cases: Array<Words>, 
/**
 * The choices.
 */
rows: Array<Price>, };

/**
 * What to do now.
 */
export type Prompt = { 
/**
 * The parts of a turn, when it has several.
 */
steps: Array<string>, 
/**
 * Which of the steps is going on.
 */
step: number | null, 
/**
 * The rule that matters now, by its id.
 */
rule: string | null, 
/**
 * One more sentence that helps to decide, where there is room for it.
 */
more?: Words, 
/**
 * Whether a move from square to square that is chosen now is made at once, and not sealed first.
 *
 * Everybody may know it, because it follows from the part of the turn; so a screen shows the move
 * before there is an answer.
 * The text form leaves it out.
 */
makes?: boolean, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * The keys of a subscription, in base64url.
 */
export type PushKeys = { 
/**
 * The browser's public key.
 */
p256dh: string, 
/**
 * What the browser shares with the server alone.
 */
auth: string, };

/**
 * Whether people can be told of their turns.
 */
export type PushNote = { 
/**
 * The key that a browser needs to subscribe, in base64url; nothing where nobody is told.
 */
key: string | null, };

/**
 * What a browser gives to be told of turns, as `PushSubscription.toJSON` writes it.
 */
export type PushSubscription = { 
/**
 * The address at the browser's push service.
 */
endpoint: string, 
/**
 * The browser's keys.
 */
keys: PushKeys, };

/**
 * How somebody tries a puzzle alone: its text is the arrangement of a table with one seat.
 */
export type PuzzleNote = { 
/**
 * What is agreed at that table.
 */
options: { [key in string]: string }, 
/**
 * What the seat does before the puzzle begins.
 */
prelude: Array<string>, 
/**
 * The word that is not offered.
 */
withheld: string, 
/**
 * How many moves may be tried.
 */
most_moves: number, };

/**
 * Whether the server can be given work.
 */
export type ReadyNote = { 
/**
 * `ready` or `closing`.
 */
status: string, 
/**
 * The version of the program.
 */
version: string, 
/**
 * What is wrong although work can be done, in sentences.
 */
warnings: Array<string>, };

/**
 * What is known of a table of wood.
 */
export type RealBoardNote = { 
/**
 * How often what lies there has changed, the set-up included; 0 before the start.
 */
moment: number, 
/**
 * How many lines the public has heard, so that phones know when to ask for new ones: an answer
 * such as "No" moves nothing.
 */
heard: number, 
/**
 * The seats that have to tell which cards they drew, before anybody goes on.
 */
to_tell?: Array<string>, 
/**
 * How often the cards that all have told did not fit together, since they last did: everybody
 * tells them anew, and nobody hears whose or which it was.
 */
misfits?: number, 
/**
 * Who has a phone.
 */
phones: Phones, 
/**
 * How many checkers of each color lie there; 12 if nothing is said.
 */
checkers?: number, 
/**
 * Whether cards are dealt by hand, so that players tell what they drew.
 */
cards_by_hand?: boolean, };

/**
 * A table of wood, at which phones only keep secrets and rules.
 */
export type RealBoardPlan = { 
/**
 * Who has a phone.
 */
phones: Phones, 
/**
 * How many checkers of each color lie there; 12 if nothing is said.
 */
checkers?: number, 
/**
 * Whether cards are dealt by hand, so that players tell what they drew.
 */
cards_by_hand?: boolean, };

/**
 * A bot for a seat.
 */
export type ReplaceCommand = { 
/**
 * The seat.
 */
seat: string, 
/**
 * How well the bot plays; `club`, if an opponent asks.
 */
level: string, };

/**
 * Something that a viewer had heard.
 */
export type ReplayLine = { 
/**
 * The entry at which it was said; 0 is the deal.
 */
entry: number, 
/**
 * The turn in which it was said, as players count; 0 for the deal.
 */
turn: number, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * A finished game after one of its entries, from one viewer's eyes.
 */
export type ReplayNote = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The entry; 0 is the deal.
 */
entry: number, 
/**
 * The last entry.
 */
entries: number, 
/**
 * The names of the seats.
 */
seats: Array<string>, 
/**
 * What the viewer saw then.
 */
glimpse: GlimpseAnswer, 
/**
 * What the viewer saw after each of the entries that follow, as far as they were asked for.
 */
next?: Array<GlimpseAnswer>, 
/**
 * What the viewer had heard, each line with its entry.
 */
lines: Array<ReplayLine>, 
/**
 * How the game had ended.
 */
outcome: OutcomeNote | null, 
/**
 * Why later entries are only read, where these rules cannot play them.
 */
unplayed: string | null, };

/**
 * Asks for one moment of a game that is written on a scoresheet.
 */
export type ReplayRequest = { 
/**
 * The text of a scoresheet.
 */
scoresheet: string, 
/**
 * After how many entries; the end if nothing is said.
 */
entry?: number, 
/**
 * Whose eyes: a seat's name or `public`, which is used if nothing is said.
 */
seat?: string, 
/**
 * How many more entries are played and shown after that; none if nothing is said.
 */
next?: number, };

/**
 * What lets anybody who has it take a chair that nobody has, until the game starts.
 */
export type RoomInvitation = { 
/**
 * The secret part of the link.
 */
token: string, 
/**
 * The same to be read aloud.
 */
code: string, };

/**
 * The rules of a game.
 */
export type RulesNote = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The language that it is written in.
 */
language: string, 
/**
 * The name of the game.
 */
title: string, 
/**
 * What it is about and how a turn goes, in at most ten sentences of the book.
 */
digest: Array<DigestNote>, 
/**
 * Positions in which rules can be tried, by the ids of the rules.
 */
examples: { [key in string]: ExampleNote }, 
/**
 * Everything below the title, in order.
 */
blocks: Array<BlockNote>, };

/**
 * Something done on a board to try.
 */
export type SandboxAction = { 
/**
 * The seat.
 */
seat: string, 
/**
 * The action in its notation.
 */
action: string, };

/**
 * A board to try, after the actions.
 */
export type SandboxAnswer = { 
/**
 * What the viewer sees and may do.
 */
glimpse: GlimpseAnswer, 
/**
 * What the viewer has heard, in order.
 */
said: Array<Words>, 
/**
 * The seats that have something to decide.
 */
acting: Array<string>, };

/**
 * Asks what becomes of a game when some actions are done, without keeping anything.
 */
export type SandboxRequest = { 
/**
 * How many seats; all if nothing is said.
 */
seats?: number, 
/**
 * A tool of the game, which is used in place of a table; actions are those of a seat behind its
 * curtain, or of `public`, and nothing else counts.
 */
tool?: string, 
/**
 * Lets chance fall the same way each time; 0 if nothing is said.
 */
seed?: number, 
/**
 * What is done, in order.
 */
actions?: Array<SandboxAction>, 
/**
 * Whose eyes; those of the seat that acts if nothing is said.
 */
seat?: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The edition; the newest if nothing is said.
 */
edition?: string, 
/**
 * What is agreed beyond the edition.
 */
options?: { [key in string]: OptionValue }, 
/**
 * Where to start, as text.
 */
arrangement?: string, };

/**
 * Words for others.
 */
export type SayCommand = { 
/**
 * `all` or `team`.
 */
channel: ChannelName, 
/**
 * The words.
 */
text: string, };

/**
 * What one seat or team scored.
 */
export type ScoreRow = { 
/**
 * Who it is.
 */
who: string, 
/**
 * One for each round; nothing for a round that has not been scored.
 */
points: Array<number | null>, 
/**
 * All points together.
 */
total: number, 
/**
 * What they have raised their hand for in this round, if they have: a number of moves, say.
 */
claim: string | null, };

/**
 * A score card: who scored what in which round.
 */
export type Scores = { 
/**
 * The name by which spots call it.
 */
id: string, 
/**
 * What it is, for people.
 */
title: string, 
/**
 * What the columns stand for, such as the numbers of rounds.
 */
rounds: Array<string>, 
/**
 * One row for each seat or team that scores.
 */
rows: Array<ScoreRow>, };

/**
 * A plan for a seat.
 */
export type SeatCommand = { 
/**
 * The seat.
 */
seat: string, 
/**
 * Who is to sit there.
 */
plan: Sitter, };

/**
 * A seat.
 */
export type SeatNote = { 
/**
 * Its name.
 */
seat: string, 
/**
 * Its team.
 */
team: string, 
/**
 * Who sits there: `free`, `invited`, `person`, `bot` or `away`.
 */
sitter: SitterKind, 
/**
 * The player's name.
 */
name: string | null, 
/**
 * How well the bot plays.
 */
level: string | null, };

/**
 * What lets a program act for a seat or as the host.
 */
export type SeatToken = { 
/**
 * The seat, or `host`.
 */
seat: string, 
/**
 * The secret.
 */
token: string, };

/**
 * Lines of labels and values.
 */
export type Sheet = { 
/**
 * The name by which spots call it.
 */
id: string, 
/**
 * What it is, for people.
 */
title: string, 
/**
 * The lines.
 */
lines: Array<SheetLine>, };

/**
 * A line of a sheet.
 */
export type SheetLine = { 
/**
 * What it is about.
 */
label: string, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * Who is to sit on a seat.
 */
export type Sitter = { "sitter": "me", 
/**
 * The name of the player, where it is not the opener's.
 */
name?: string, } | { "sitter": "invited" } | { "sitter": "free" } | { "sitter": "bot", 
/**
 * How well it plays.
 */
level: string, };

/**
 * Who sits on a seat.
 */
export type SitterKind = "free" | "invited" | "person" | "bot" | "away";

/**
 * A line to a socket's client.
 */
export type SocketAnswer = { "frame": Frame } | { "resumed": number } | { "present": PresenceNote } | { "done": DoneNote } | { "error": SocketComplaint } | { "goodbye": Complaint };

/**
 * A command that was not carried out.
 */
export type SocketComplaint = { 
/**
 * The client's number, if it could be read.
 */
id: number | null, 
/**
 * A word that stays the same.
 */
code: string, 
/**
 * What was wrong and what would be right.
 */
text: string, };

/**
 * A line from a socket's client.
 */
export type SocketLine = { 
/**
 * A number of the client's own, which the answer repeats.
 */
id: number, 
/**
 * What it asks for.
 */
command: Command, };

/**
 * A shortest solution of a hole.
 */
export type SolveAnswer = { 
/**
 * Its length; nothing when there is none or the search was cut short.
 */
moves: number | null, 
/**
 * Whether the search went to its end.
 */
proven: boolean, 
/**
 * How many shortest solutions there are, where they were counted.
 */
count: number | null, 
/**
 * One of them, in notation.
 */
solution: Array<string>, 
/**
 * The same in words.
 */
explained: Array<string>, 
/**
 * The same, move by move, with whoever lends each.
 */
steps: Array<StrokeNote>, };

/**
 * Asks for a shortest solution.
 */
export type SolveRequest = { 
/**
 * The board and the cards, as an arrangement.
 */
text: string, };

/**
 * Some words and what they speak of.
 */
export type Span = { 
/**
 * Where they begin, in units of UTF-16, as browsers count.
 */
start: number, 
/**
 * How long they are.
 */
length: number, 
/**
 * What kind of thing it is.
 */
kind: SpanKind, 
/**
 * Which one.
 */
value: string, };

/**
 * What kind of thing some words speak of.
 */
export type SpanKind = "seat" | "team" | "piece" | "role" | "square" | "move" | "san" | "card" | "rule";

/**
 * A piece of a text in one style.
 */
export type SpanNote = { "span": "plain", 
/**
 * The words.
 */
text: string, } | { "span": "emphasis", 
/**
 * The words.
 */
text: string, } | { "span": "strong", 
/**
 * The words.
 */
text: string, } | { "span": "code", 
/**
 * The words.
 */
text: string, } | { "span": "link", 
/**
 * What is shown.
 */
text: string, 
/**
 * Where it leads.
 */
address: string, };

/**
 * What people without a seat may see while a game is played.
 */
export type Spectators = { "policy": "none" } | { "policy": "public" } | { "policy": "delayed", 
/**
 * How long ago.
 */
minutes: number, };

/**
 * How the games of an evening are spread.
 */
export type Spread = "tables" | "rounds";

/**
 * Who somebody is at a table.
 */
export type Standing = { 
/**
 * The table.
 */
table: string, 
/**
 * Whether they are the host.
 */
host: boolean, 
/**
 * The seats that are theirs.
 */
seats: Array<string>, 
/**
 * Those of their seats that have something to decide.
 */
turns: Array<string>, 
/**
 * Who is connected now.
 */
present: PresenceNote, 
/**
 * What the public knows of the table.
 */
note: TableNote, };

/**
 * How far a table has come.
 */
export type Status = "waiting" | "playing" | "over" | "frozen" | "outdated" | "closed";

/**
 * One step of a guide.
 */
export type StepNote = { 
/**
 * What it is called in the line of steps.
 */
name: string, 
/**
 * What to do, in large words.
 */
title: string, 
/**
 * One or two sentences more.
 */
text: string, 
/**
 * The words below its picture, if it is one of the three that tell how a turn goes.
 */
picture: string | null, 
/**
 * What its viewer sees before it; on offer is only what the learner does, if anything.
 */
glimpse: GlimpseAnswer, 
/**
 * What this viewer has heard since the step before.
 */
heard: Array<Words>, };

/**
 * What is worth telling of a game that is over, in order of play.
 */
export type StoryNote = { 
/**
 * At most one of each kind; none where today's rules cannot play the game.
 */
moments: Array<MomentNote>, };

/**
 * Asks what is worth telling of a game that is written on a scoresheet.
 */
export type StoryRequest = { 
/**
 * The text of a scoresheet.
 */
scoresheet: string, };

/**
 * A move of a solution.
 */
export type StrokeNote = { 
/**
 * Where the piece stood.
 */
from: string, 
/**
 * Where it went.
 */
to: string, 
/**
 * Where the neighbor stands whose move it borrowed; nobody lends a step that a rule allows.
 */
lender: string | null, };

/**
 * Something that may be so, and how likely that is.
 */
export type SurmiseNote = { 
/**
 * Where it is to be shown: a square of the board, a cell of a grid, a card.
 */
spot: string, 
/**
 * How likely it is, from 0 to 1.
 */
chance: number, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * Two seats.
 */
export type SwapCommand = { 
/**
 * One of them.
 */
one: string, 
/**
 * The other.
 */
other: string, };

/**
 * Who meets whom.
 */
export type System = "round-robin" | "swiss";

/**
 * What everybody at a table knows of it.
 */
export type TableNote = { 
/**
 * The table.
 */
table: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The edition.
 */
edition: string, 
/**
 * Every option with its value.
 */
options: { [key in string]: string }, 
/**
 * How far it has come.
 */
status: Status, 
/**
 * The seats, in seat order.
 */
seats: Array<SeatNote>, 
/**
 * The seats that have something to decide now, in seat order; empty before the start, after
 * the end, and in games whose title page says that turns may not be shown.
 */
acting: Array<string>, 
/**
 * The name of the host, who invites the others.
 */
host: string | null, 
/**
 * After how many entries of another game this one goes on, if it does.
 */
from: number | null, 
/**
 * Whether the lobby lists it.
 */
public: boolean, 
/**
 * What people without a seat may see.
 */
spectators: Spectators, 
/**
 * The time that players have.
 */
clock: ClockPlan | null, 
/**
 * Whether players may ask for hints.
 */
hints?: boolean, 
/**
 * Whether players may be shown what they may know, with chances.
 */
knowledge?: boolean, 
/**
 * Who took how many hints: the viewer's own while the game is played, and everybody's after it.
 */
hints_taken?: Array<HintsTaken>, 
/**
 * How it is played with wood, if it is.
 */
real_board?: RealBoardNote, 
/**
 * Teams that offer a draw.
 */
draw_offers: Array<string>, 
/**
 * The seat that asks to take something back.
 */
undo: string | null, 
/**
 * The table of the rematch.
 */
rematch: string | null, 
/**
 * The rooms in which the viewer may speak now.
 */
channels: Array<ChannelName>, 
/**
 * The commands, beside acting, that the viewer may give now, by name.
 */
may: Array<string>, 
/**
 * How a game ended that can no longer be played, as a sentence.
 */
ended: string | null, };

/**
 * A table that was opened.
 */
export type TableOpened = { 
/**
 * The table.
 */
table: string, 
/**
 * The seats of whoever opened it.
 */
seats: Array<string>, 
/**
 * What to give to those who are invited; nobody can ask for it again.
 */
invitations: Array<Invitation>, 
/**
 * One invitation for all who are invited, if anybody is.
 */
room: RoomInvitation | null, 
/**
 * Secrets for programs; browsers get them as cookies and an empty list here.
 */
tokens: Array<SeatToken>, };

/**
 * Everything one viewer has in front of them.
 */
export type Tabletop = { 
/**
 * What to do now, in words.
 */
prompt: Prompt, 
/**
 * What lies there, the most important first.
 */
parts: Array<Part>, 
/**
 * The seats of which everybody knows that they have sealed a choice, until it is opened.
 *
 * The prompt or a part says it too, so the text form leaves it out.
 */
sealed?: Array<string>, };

/**
 * Cards in a hand.
 */
export type TellCardsCommand = { 
/**
 * All of them, by what they show, in any order.
 */
cards: Array<string>, };

/**
 * Who said how a table ended.
 */
export type Teller = "host" | "player" | "game";

/**
 * Something that lies under a figure, or stands for one.
 */
export type Token = { "token": "checker", 
/**
 * Whose checker it is.
 */
color: 'white' | 'black', } | { "token": "coin" } | { "token": "stack", 
/**
 * How many.
 */
count: number, } | { "token": "numbered", 
/**
 * Whose it is.
 */
color: 'white' | 'black', 
/**
 * Its number.
 */
number: number, };

/**
 * A tool for those who play with wood.
 */
export type ToolNote = { 
/**
 * Its name in addresses.
 */
tool: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What it does.
 */
blurb: string, 
/**
 * Whether it keeps secrets of its own; if not, it is the game itself, from any position.
 */
keeps: boolean, };

/**
 * A token on a line of places.
 */
export type Track = { 
/**
 * The name by which spots call it.
 */
id: string, 
/**
 * What it is, for people.
 */
title: string, 
/**
 * The places.
 */
places: Array<Words>, 
/**
 * Where the token is; places before it are over.
 */
at: number | null, };

/**
 * Pieces or tokens beside the board.
 */
export type Tray = { 
/**
 * The name by which spots call it.
 */
id: string, 
/**
 * What it is, for people.
 */
title: string, 
/**
 * What lies in it, by letter or word.
 */
items: Array<string>, };

/**
 * Why a game turned.
 */
export type TurnedBy = "choice" | "fortune";

/**
 * Where a game turned.
 */
export type TurningPoint = { 
/**
 * The entry with which it turned.
 */
entry: number, 
/**
 * The turn, as players count.
 */
turn: number, 
/**
 * Who decided.
 */
seat: string, 
/**
 * Why it turned.
 */
by: TurnedBy, 
/**
 * By how much, for the seat that decided.
 */
swing: number, 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * A way to set a game up.
 */
export type WayNote = { 
/**
 * Its name.
 */
way: string, 
/**
 * What is done.
 */
meaning: string, 
/**
 * Whether a number may be given with it.
 */
takes_number: boolean, 
/**
 * The options that it stands for.
 */
options: { [key in string]: string }, };

/**
 * A value of an option.
 */
export type WordNote = { 
/**
 * The value.
 */
word: string, 
/**
 * What people call it.
 */
title: string, 
/**
 * What it means.
 */
meaning: string, };

/**
 * A sentence in words, and where it speaks of what.
 */
export type Words = { 
/**
 * The words.
 */
text: string, 
/**
 * What they speak of, in order.
 */
spans?: Array<Span>, };

/**
 * Whom it helps, as far as it is sure.
 */
export type Worth = "good" | "bad" | "even";

/**
 * A framed area of the board.
 */
export type Zone = { 
/**
 * What the area is.
 */
label: string, 
/**
 * One corner.
 */
from: string, 
/**
 * The opposite corner.
 */
to: string, };
