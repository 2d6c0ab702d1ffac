//! The law of hands: over random games of every game and edition, what hands are told turns an empty
//! table into the first public tabletop and each tabletop into the next, with the things that exist
//! and nothing else; and in worlds that the public cannot tell apart they are told the same.

use std::collections::BTreeMap;

use kit_chess::shakmaty::{Board, Piece, Role, Square};
use kit_games::CATALOGUE;
use kit_hands::{Act, Body, Chip, ChipKind, HandStep, Hands, Place, Stand, Supply};
use kit_play::referee::editions;
use kit_play::tabletop::{Part, Tabletop, Token};
use kit_play::{Chance, Needs, Table, Viewer};

/// How many actions of a game are followed.
const ACTIONS: usize = 60;
/// How many games of each edition are followed.
const GAMES: u64 = 4;
/// How a card is written of which one sees only the back.
const BACK: &str = "back";

/// The cards that exist: so many, and no more of a kind than a chess set or a suit has.
#[derive(Clone, Copy, Debug)]
struct Deck {
    count: usize,
    one_each: bool,
}

impl Deck {
    /// The deck that an edition needs, as its game says.
    fn of(needs: &Needs, edition: &str) -> Deck {
        let named = needs.cards.iter().find(|need| need.editions.contains(edition));
        let fallback = needs.cards.iter().find(|need| need.editions == "all");
        let sum = |count: &str| -> usize {
            count.split('+').map(|part| part.trim().parse::<usize>().expect("a number of cards")).sum()
        };
        match named.or(fallback) {
            Some(need) => Deck { count: sum(need.count), one_each: need.cards.starts_with("one each") },
            None => Deck { count: 0, one_each: false },
        }
    }

    /// How many cards there are of which one sees this.
    fn of_kind(self, face: &str) -> usize {
        match face {
            BACK => self.count,
            _ if self.one_each => 1,
            "K" | "k" | "Q" | "q" => 1,
            "R" | "r" | "B" | "b" | "N" | "n" | "C" | "c" => 2,
            "P" | "p" => 8,
            // One of every suit.
            _ => 4,
        }
    }
}

/// A real table that a stranger keeps by what is told, without knowing what it is for.
struct Wood {
    deck: Deck,
    taken_pieces: BTreeMap<char, i32>,
    taken_checkers: BTreeMap<bool, i32>,
    figures: BTreeMap<Square, Stand>,
    in_hand: Vec<Stand>,
    chips: BTreeMap<Square, Vec<Chip>>,
    tray_pieces: BTreeMap<&'static str, Vec<Stand>>,
    tray_chips: BTreeMap<&'static str, Vec<Chip>>,
    cards: BTreeMap<&'static str, Vec<String>>,
    marks: BTreeMap<&'static str, usize>,
}

impl Wood {
    fn with(deck: Deck) -> Wood {
        Wood {
            deck,
            taken_pieces: BTreeMap::new(),
            taken_checkers: BTreeMap::new(),
            figures: BTreeMap::new(),
            in_hand: Vec::new(),
            chips: BTreeMap::new(),
            tray_pieces: BTreeMap::new(),
            tray_chips: BTreeMap::new(),
            cards: BTreeMap::new(),
            marks: BTreeMap::new(),
        }
    }

    fn carry_out(&mut self, step: &HandStep) {
        for act in &step.acts {
            match act {
                Act::Piece { stand, from, to } => self.carry_piece(*stand, *from, *to),
                Act::Chip { chip, from, to } => self.carry_chip(*chip, *from, *to),
                Act::Card { face, from, to } => self.carry_card(face, *from, *to),
                Act::Marker { track, at: Some(at) } => drop(self.marks.insert(track, *at)),
                Act::Marker { track, at: None } => drop(self.marks.remove(track)),
            }
        }
    }

    fn carry_piece(&mut self, stand: Stand, from: Place, to: Place) {
        match from {
            Place::Square(square) => assert_eq!(self.figures.remove(&square), Some(stand), "it stands there"),
            Place::Tray(tray) => take(self.tray_pieces.entry(tray).or_default(), &stand),
            Place::Hand => take(&mut self.in_hand, &stand),
            Place::Box => self.count_piece(stand, 1),
            Place::Cards(..) => panic!("no piece lies among cards"),
        }
        match to {
            Place::Square(square) => {
                assert_eq!(self.figures.insert(square, stand), None, "{square} is free");
            }
            Place::Tray(tray) => self.tray_pieces.entry(tray).or_default().push(stand),
            Place::Hand => self.in_hand.push(stand),
            Place::Box => self.count_piece(stand, -1),
            Place::Cards(..) => panic!("no piece lies among cards"),
        }
    }

    fn count_piece(&mut self, Stand { body, piece }: Stand, by: i32) {
        let role = match body {
            Body::Itself => piece.role,
            Body::RookUpsideDown => Role::Rook,
            Body::OnCoin(role) => role,
            Body::Makeshift => panic!("sixteen pieces of a color are enough for every game"),
        };
        let taken = self.taken_pieces.entry(role.of(piece.color).char()).or_default();
        *taken += by;
        let there = match role {
            Role::Pawn => 8,
            Role::Knight | Role::Bishop | Role::Rook => 2,
            Role::Queen | Role::King => 1,
        };
        assert!((0..=there).contains(taken), "a set has {there} of {:?} {role:?}", piece.color);
    }

    fn carry_chip(&mut self, chip: Chip, from: Place, to: Place) {
        match from {
            Place::Square(square) => take(self.chips.entry(square).or_default(), &chip),
            Place::Tray(tray) => take(self.tray_chips.entry(tray).or_default(), &chip),
            Place::Box => self.count_chip(chip, 1),
            Place::Hand | Place::Cards(..) => panic!("no chip comes from there"),
        }
        match to {
            Place::Square(square) => self.chips.entry(square).or_default().push(chip),
            Place::Tray(tray) => self.tray_chips.entry(tray).or_default().push(chip),
            Place::Box => self.count_chip(chip, -1),
            Place::Hand | Place::Cards(..) => panic!("no chip goes there"),
        }
    }

    fn count_chip(&mut self, chip: Chip, by: i32) {
        let (ChipKind::Checker(color) | ChipKind::Numbered(color, _)) = chip.kind else { return };
        if !chip.coin_instead {
            let taken = self.taken_checkers.entry(color.is_white()).or_default();
            *taken += by;
            assert!((0..=12).contains(taken), "there are twelve checkers of each color");
        }
    }

    fn carry_card(&mut self, face: &str, from: Place, to: Place) {
        match from {
            Place::Cards(part, place) => {
                let taken = self.cards.entry(part).or_default().remove(place);
                // It may be turned over, and never becomes another card.
                assert!(taken == face || taken == BACK || face == BACK, "{taken} is not {face}");
            }
            Place::Box => {}
            Place::Square(_) | Place::Tray(_) | Place::Hand => panic!("no card comes from there"),
        }
        match to {
            Place::Cards(part, place) => self.cards.entry(part).or_default().insert(place, face.to_owned()),
            Place::Box => {}
            Place::Square(_) | Place::Tray(_) | Place::Hand => panic!("no card goes there"),
        }
        self.count_cards();
    }

    /// All cards on the table come from one deck.
    fn count_cards(&self) {
        let mut lying = BTreeMap::<&str, usize>::new();
        for face in self.cards.values().flatten() {
            *lying.entry(face).or_default() += 1;
        }
        let all: usize = lying.values().sum();
        assert!(all <= self.deck.count, "{all} cards of {:?}: {lying:?}", self.deck);
        for (face, count) in lying {
            assert!(count <= self.deck.of_kind(face), "{count} cards {face} of {:?}", self.deck);
        }
    }

    /// What somebody sees who looks at the table.
    fn seen(&self) -> Seen {
        let mut seen = Seen::default();
        seen.figures.extend(self.figures.iter().map(|(square, stand)| (*square, stand.piece)));
        for (square, chips) in self.chips.iter().filter(|(_, chips)| !chips.is_empty()) {
            seen.chips.insert(*square, sorted(chips.iter().map(|chip| chip_word(chip.kind))));
        }
        for (tray, stands) in &self.tray_pieces {
            let letters = stands.iter().map(|stand| stand.piece.char().to_string());
            seen.trays.entry(tray).or_default().extend(letters);
        }
        for (tray, chips) in &self.tray_chips {
            seen.trays.entry(tray).or_default().extend(chips.iter().map(|chip| match chip.kind {
                ChipKind::Checker(color) => color.fold_wb("C", "c").to_owned(),
                ChipKind::Coin | ChipKind::Numbered(..) => panic!("no tray has those"),
            }));
        }
        seen.trays.values_mut().for_each(|items| items.sort());
        seen.trays.retain(|_, items| !items.is_empty());
        seen.cards.extend(
            self.cards.iter().filter(|(_, cards)| !cards.is_empty()).map(|(id, cards)| (*id, cards.clone())),
        );
        seen.marks.extend(&self.marks);
        seen
    }
}

/// A table as one looks at it, whoever laid it.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    figures: BTreeMap<Square, Piece>,
    chips: BTreeMap<Square, Vec<String>>,
    trays: BTreeMap<&'static str, Vec<String>>,
    cards: BTreeMap<&'static str, Vec<String>>,
    marks: BTreeMap<&'static str, usize>,
}

impl Seen {
    /// The table on the public's screen. Checkers in stacks may be of any color.
    fn on_screen(tabletop: &Tabletop, reminders: &[&str]) -> Seen {
        let mut seen = Seen::default();
        for part in &tabletop.parts {
            match part {
                Part::Board(board) => {
                    seen.figures.extend(
                        board.figures.iter().map(|figure| (figure.square, figure.role.of(figure.color))),
                    );
                    for placed in &board.tokens {
                        let words = match placed.token {
                            Token::Checker { color } => vec![chip_word(ChipKind::Checker(color))],
                            Token::Coin => vec![chip_word(ChipKind::Coin)],
                            Token::Stack { count } => vec!["any checker".to_owned(); usize::from(count)],
                            Token::Numbered { color, number } => {
                                vec![chip_word(ChipKind::Numbered(color, number))]
                            }
                        };
                        seen.chips.entry(placed.square).or_default().extend(words);
                    }
                    seen.chips.retain(|_, chips| !chips.is_empty());
                }
                Part::Tray(tray) if !tray.items.is_empty() && !reminders.contains(&tray.id) => {
                    seen.trays.insert(tray.id, sorted(tray.items.iter().cloned()));
                }
                Part::Cards(cards) if !cards.cards.is_empty() && !reminders.contains(&cards.id) => {
                    seen.cards.insert(cards.id, cards.cards.iter().map(|card| card.face.clone()).collect());
                }
                Part::Track(track) if !reminders.contains(&track.id) => {
                    seen.marks.extend(track.at.map(|at| (track.id, at)))
                }
                _ => {}
            }
        }
        seen
    }

    /// The same without the colors of checkers that lie in stacks.
    fn color_blind(mut self, other: &Seen) -> Seen {
        for (square, chips) in &mut self.chips {
            if other.chips.get(square).is_some_and(|words| words.iter().any(|word| word == "any checker")) {
                chips.iter_mut().for_each(|chip| *chip = "any checker".to_owned());
            }
        }
        self
    }
}

fn chip_word(kind: ChipKind) -> String {
    format!("{kind:?}")
}

fn sorted(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut words: Vec<String> = words.collect();
    words.sort();
    words
}

fn take<T: PartialEq>(things: &mut Vec<T>, thing: &T) {
    let index = things.iter().position(|there| there == thing).expect("what is taken lies there");
    things.remove(index);
}

/// What is wrong with the words of a step: squares that they name and hands do not touch, and squares
/// and pieces that hands move and the words do not name.
fn unsaid(step: &HandStep) -> Vec<String> {
    let words = step.words.to_string();
    if words == "Set up the chess pieces as usual." {
        let usual = |act: &&Act| match act {
            Act::Piece { stand, from: Place::Box, to: Place::Square(square) } => {
                stand.body == Body::Itself && Board::default().piece_at(*square) == Some(stand.piece)
            }
            _ => false,
        };
        assert_eq!(step.acts.iter().filter(usual).count(), 32, "the usual pieces on their squares");
        return Vec::new();
    }
    let named: Vec<&str> = words
        .split(|sign: char| !sign.is_ascii_alphanumeric())
        .filter(|word| word.parse::<Square>().is_ok())
        .collect();
    let mut moved: Vec<String> = Vec::new();
    let mut pieces: Vec<String> = Vec::new();
    for act in &step.acts {
        let (from, to) = match act {
            Act::Piece { stand, from, to } => {
                let piece = stand.piece;
                pieces.push(format!("{:?}", piece.role).to_lowercase());
                pieces.push(format!("{}", piece.color).to_lowercase());
                (from, to)
            }
            Act::Chip { from, to, .. } | Act::Card { from, to, .. } => (from, to),
            Act::Marker { .. } => continue,
        };
        let square = |place: &Place| match place {
            Place::Square(square) => Some(square.to_string()),
            _ => None,
        };
        moved.extend([from, to].into_iter().filter_map(square));
    }
    let is_named = |square: &String| named.contains(&square.as_str());
    let is_moved = |square: &&str| moved.iter().any(|moved| moved == square);
    // A playing card may be called as a square is: c8 is the eight of clubs, too.
    let has_cards = step.acts.iter().any(|act| matches!(act, Act::Card { .. }));
    let invented =
        named.iter().filter(|square| !has_cards && !is_moved(square)).map(|square| format!("not {square}"));
    let kept = moved.iter().filter(|square| !is_named(square)).cloned();
    let lower = words.to_lowercase();
    let unnamed = pieces.iter().filter(|piece| !lower.contains(piece.as_str())).cloned();
    invented.chain(kept).chain(unnamed).collect()
}

#[test]
fn what_hands_are_told_makes_the_table_right() {
    for game in CATALOGUE {
        for terms in editions(game.about()) {
            for seed in 0..GAMES {
                let mut chance = Chance::seeded(seed);
                let mut table = Table::open(*game, &terms, &mut chance).expect("usual terms open a table");
                let mut hands = Hands::new(Supply::default(), &game.about().needs);
                let mut wood = Wood::with(Deck::of(&game.about().needs, terms.edition()));
                for _ in 0..=ACTIONS {
                    let public = table.glimpse(Viewer::Public).tabletop();
                    let before = hands.clone();
                    let steps = hands.follow(&public);
                    // The public can imagine other worlds, and may not be told which is true.
                    let mut dreams = Chance::seeded(seed + 100);
                    let imagined = table.glimpse(Viewer::Public).imagine(&mut dreams);
                    let elsewhere = imagined.glimpse(Viewer::Public).tabletop();
                    assert_eq!(before.clone().follow(&elsewhere), steps, "{} {seed}", game.about().id);
                    for step in &steps {
                        assert!(!step.acts.is_empty());
                        assert_eq!(unsaid(step), Vec::<String>::new(), "{}: {}", game.about().id, step.words);
                        wood.carry_out(step);
                    }
                    let wanted = Seen::on_screen(&public, game.about().needs.reminders);
                    let told: Vec<String> = steps.iter().map(|step| step.words.to_string()).collect();
                    let place = format!("{} {:?}, luck {seed}: {told:#?}", game.about().id, terms.edition());
                    assert_eq!(wood.seen().color_blind(&wanted), wanted, "{place}");
                    assert!(wood.in_hand.is_empty(), "{place}");
                    assert_eq!(hands.follow(&public), Vec::new(), "nothing is left to do: {place}");
                    let Some(seat) = table.acting().first().copied() else { break };
                    let action = chance.pick(&table.glimpse(Viewer::Seat(seat)).actions()).clone();
                    table.act(seat, &action, &mut chance).expect("an offer is accepted");
                }
            }
        }
    }
}

#[test]
#[should_panic(expected = "2 cards K")]
fn a_card_that_lies_there_already_cannot_come_out_of_the_box() {
    let mut wood = Wood::with(Deck { count: 36, one_each: false });
    wood.carry_card("K", Place::Box, Place::Cards("hand", 0));
    wood.carry_card("K", Place::Box, Place::Cards("pit", 0));
}

#[test]
#[should_panic(expected = "R is not Q")]
fn a_card_never_becomes_another() {
    let mut wood = Wood::with(Deck { count: 36, one_each: false });
    wood.carry_card("R", Place::Box, Place::Cards("hand", 0));
    wood.carry_card("Q", Place::Cards("hand", 0), Place::Cards("pit", 0));
}
