//! The reader of the diagram language.

use std::str::FromStr;

use kit_chess::board_from_rows;
use kit_chess::shakmaty::File;
use kit_play::BadText;
use kit_play::arrangement::rows_problem;
use kit_play::text::{either, excerpt};

use super::{BoardDiagram, CardCode, Diagram, GridDiagram, GridKind, Item, Place};

/// The directives and how they are written.
const DIRECTIVES: [(&str, &str); 7] = [
    ("arrow", "arrow: e2, e4, white"),
    ("text", "text: words, x, y"),
    ("corner text", "corner text: words, x, y"),
    ("rect", "rect: x1, y1, x2, y2"),
    ("margins", "margins: left, top, right, bottom` or `margins: sides, ends"),
    ("card", "card: code, x, y"),
    ("checkers", "checkers: white, black"),
];

/// The colors that have names, as in CSS.
const NAMED_COLORS: &str = "\
    aliceblue antiquewhite aqua aquamarine azure beige bisque black \
    blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate \
    coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod \
    darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid \
    darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet \
    deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen \
    fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow \
    grey honeydew hotpink indianred indigo ivory khaki lavender \
    lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray \
    lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey \
    lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine \
    mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred \
    midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive \
    olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred \
    papayawhip peachpuff peru pink plum powderblue purple rebeccapurple \
    red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell \
    sienna silver skyblue slateblue slategray slategrey snow springgreen \
    steelblue tan teal thistle tomato turquoise violet wheat \
    white whitesmoke yellow yellowgreen \
";

/// No coordinate and no rank is farther from zero than this.
const FARTHEST: i32 = 100;

impl FromStr for Diagram {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Diagram, BadText> {
        let numbered = text.lines().zip(1..).map(|(text, number)| SourceLine { number, text });
        let lines: Vec<SourceLine> = numbered.filter(|line| !line.text.trim().is_empty()).collect();
        match lines.split_first().and_then(|(first, rows)| Some((first.split()?, rows))) {
            Some(((name, fields), rows)) if name.text == "type" => {
                read_grid(name, &fields, rows).map(Diagram::Grid)
            }
            Some(_) | None => read_board(&lines).map(Diagram::Board),
        }
    }
}

fn read_grid(name: Field, fields: &[Field], rows: &[SourceLine]) -> Result<GridDiagram, BadText> {
    let [kind] = fields else { return Err(name.bad("`type` takes one word, as in `type: cards`")) };
    let kinds = [GridKind::Captures, GridKind::Numbers, GridKind::Cards];
    let kind = kinds.into_iter().find(|known| known.name() == kind.text).ok_or_else(|| {
        kind.bad(format!(
            "unknown type: `{}` (try {})",
            excerpt(kind.text),
            either(&kinds.map(GridKind::name))
        ))
    })?;
    let mut grid = GridDiagram { kind, rows: Vec::new() };
    for line in rows {
        let row: Vec<String> = line.text.split_whitespace().map(str::to_owned).collect();
        if row.len() > kind.columns() {
            let (name, most) = (kind.name(), kind.columns());
            let problem =
                format!("a row of type {name} has at most {most} cells, this one has {}", row.len());
            return Err(BadText::in_english(line.number, problem));
        }
        grid.rows.push(row);
    }
    Ok(grid)
}

fn read_board(lines: &[SourceLine]) -> Result<BoardDiagram, BadText> {
    let (rows, directives) = lines.split_at(lines.iter().take_while(|line| !line.text.contains(':')).count());
    let cells: Vec<&str> = rows.iter().map(|line| line.text).collect();
    let pieces = board_from_rows(&cells).map_err(|bad| BadText {
        line: lines.get(bad.row).or(lines.last()).map_or(1, |line| line.number),
        column: Some(bad.column + 1),
        problem: rows_problem(&bad),
    })?;
    let mut board = BoardDiagram { pieces, margins: [0.0; 4], items: Vec::new() };
    for line in directives {
        board.read_directive(*line)?;
    }
    Ok(board)
}

impl BoardDiagram {
    fn read_directive(&mut self, line: SourceLine) -> Result<(), BadText> {
        let Some((name, fields)) = line.split() else {
            return Err(line
                .field(0, line.text)
                .bad(format!("not a directive: `{}`", excerpt(line.text.trim()))));
        };
        let item = match (name.text, fields.as_slice()) {
            ("margins", [sides, ends]) => {
                let (sides, ends) = (sides.margin()?, ends.margin()?);
                self.margins = [sides, ends, sides, ends];
                return Ok(());
            }
            ("margins", [left, top, right, bottom]) => {
                self.margins = [left.margin()?, top.margin()?, right.margin()?, bottom.margin()?];
                return Ok(());
            }
            ("arrow", [from, to, color]) => match (from.place()?, to.place()?, color.color()?) {
                (at, to, color) if at == to => Item::Ring { at, color },
                (from, to, color) => Item::Arrow { from, to, color },
            },
            ("text", [text, x, y]) => {
                Item::Text { text: text.text.to_owned(), x: x.number()?, y: y.number()? }
            }
            ("corner text", [text, x, y]) => {
                Item::Corner { text: text.text.to_owned(), x: x.number()?, y: y.number()? }
            }
            ("rect", [x1, y1, x2, y2]) => {
                Item::Rect { x1: x1.number()?, y1: y1.number()?, x2: x2.number()?, y2: y2.number()? }
            }
            ("card", [code, x, y]) => Item::Card { code: code.card()?, x: x.number()?, y: y.number()? },
            ("checkers", [white, black]) => Item::Checkers { white: white.count()?, black: black.count()? },
            (unfit, fields) => return Err(name.bad(unfit_directive(unfit, fields.len()))),
        };
        self.items.push(item);
        Ok(())
    }
}

fn unfit_directive(name: &str, fields: usize) -> String {
    match DIRECTIVES.iter().find(|(known, _)| *known == name) {
        Some((_, form)) => format!("wrong number of fields: {fields} (write `{form}`)"),
        None => {
            let names = DIRECTIVES.map(|(known, _)| known);
            format!("unknown directive: `{}` (try {})", excerpt(name), either(&names))
        }
    }
}

#[derive(Clone, Copy)]
struct SourceLine<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> SourceLine<'a> {
    /// What stands before the first colon, and what stands between the commas behind it.
    fn split(self) -> Option<(Field<'a>, Vec<Field<'a>>)> {
        let (name, rest) = self.text.split_once(':')?;
        let mut start = name.len() + 1;
        let fields = rest.split(',').map(|text| {
            let field = self.field(start, text);
            start += text.len() + 1;
            field
        });
        Some((self.field(0, name), fields.collect()))
    }

    fn field(self, start: usize, text: &'a str) -> Field<'a> {
        let blanks = text.len() - text.trim_start().len();
        Field { line: self, start: start + blanks, text: text.trim() }
    }
}

/// A part of a line without the blanks around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    line: SourceLine<'a>,
    /// Where it starts, in bytes.
    start: usize,
    text: &'a str,
}

impl Field<'_> {
    fn bad(self, problem: impl Into<String>) -> BadText {
        let before = self.line.text.char_indices().take_while(|(place, _)| *place < self.start).count();
        BadText { column: Some(before + 1), ..BadText::in_english(self.line.number, problem) }
    }

    fn not(self, expected: &str) -> BadText {
        self.bad(format!("not {expected}: `{}`", excerpt(self.text)))
    }

    fn number(self) -> Result<f32, BadText> {
        let size = self.text.strip_prefix('-').unwrap_or(self.text);
        let (whole, fraction) = size.split_once('.').unwrap_or((size, "0"));
        // Reading a float takes more than plain numbers: `inf`, `1e9`, `+1`, `1.`.
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits(whole) && digits(fraction) && !fraction.is_empty();
        let number = self.text.parse().ok().filter(|number: &f32| plain && number.abs() <= FARTHEST as f32);
        number.ok_or_else(|| self.not(&format!("a plain number from -{FARTHEST} to {FARTHEST}")))
    }

    fn margin(self) -> Result<f32, BadText> {
        let number = self.number()?;
        if number < 0.0 { Err(self.not("a margin of 0 or more")) } else { Ok(number) }
    }

    fn count(self) -> Result<u8, BadText> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let count = self.text.parse().ok().filter(|count| digits && *count <= FARTHEST as u8);
        count.ok_or_else(|| self.not(&format!("a whole number from 0 to {FARTHEST}")))
    }

    fn place(self) -> Result<Place, BadText> {
        let read = || {
            let mut letters = self.text.chars();
            let file = letters.next().filter(char::is_ascii_lowercase).and_then(File::from_char)?;
            let rank = letters.as_str();
            let plain = !rank.starts_with('+');
            let rank =
                rank.parse().ok().filter(|rank: &i32| plain && rank.unsigned_abs() <= FARTHEST as u32)?;
            Some(Place { file, rank })
        };
        read().ok_or_else(|| self.not("a square such as `e4`, or `e0` below the board"))
    }

    fn color(self) -> Result<String, BadText> {
        let color = self.text.to_ascii_lowercase();
        let named = NAMED_COLORS.split(' ').any(|name| !name.is_empty() && name == color);
        let digits = color.strip_prefix('#').unwrap_or_default();
        let coded =
            matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match color.as_str() {
            "grey" => Ok("gray".to_owned()),
            _ if named || coded => Ok(color),
            _ => Err(self.not("a colour such as `white`, `black`, `gray` or `#804000`")),
        }
    }

    fn card(self) -> Result<CardCode, BadText> {
        self.text.parse().map_err(|bad: BadText| self.bad(bad.problem.to_string()))
    }
}
