//! What people read, in their language; what programs read, in English.

use crate::support::{Ran, chess_kit, output, run_on};

const GERMAN: &str = "de_DE.UTF-8";

/// Runs a command line where the system is set to this language.
fn run_in(locale: &str, line: &str, input: &str) -> Ran {
    output(chess_kit(line.split_whitespace()).env("LC_ALL", locale), input).into()
}

/// A command that goes well where the system speaks German, and what it prints.
fn printed(line: &str, input: &str) -> String {
    let Ran { code, stdout, stderr } = run_in(GERMAN, line, input);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{line}");
    stdout
}

#[test]
fn games_are_listed_in_german() {
    let list = printed("games", "");
    for words in
        ["\n  Plätze    2: white, black\n", "\n  Ausgaben  2025 (Vorgabe)", "ein Schachspiel", "Minuten"]
    {
        assert!(list.contains(words), "{words}\n{list}");
    }
    assert_eq!(run_on("games --language de", "").stdout, list);
    assert_eq!(run_in(GERMAN, "games --language en", "").stdout, run_on("games", "").stdout);
}

#[test]
fn a_game_is_played_in_german() {
    let alone = "play chess960 --plain --option number=518 --black bot:random --seed 1";
    let input = "e2e5\nresign\nvielleicht\nnein\ne2e4\nundo\noffers\n?\nresign\nja\n";
    let played = printed(alone, input);
    for words in [
        "Chess960. Weiß: du, Schwarz: Bot (zufällig).\n",
        "Du kannst: 1 a2a3, ",
        " mehr (tipp `offers`)\n",
        "Was du tun kannst und nahe kommt: e2e3, e2e4",
        "Weiß gibt das Spiel auf. Bist du sicher? (ja oder nein)\nBitte antworte mit ja oder nein.\n",
        "Zurückgenommen.\n",
        "\nWas du tun kannst\n\na2, weißer Bauer\n",
        "\nHilfe\n\nTipp einen Zug",
    ] {
        assert!(played.contains(words), "{words}\n{played}");
    }
}

#[test]
fn the_keyboard_is_handed_on_in_german() {
    let two = "play chess960 --option number=518 --white me:Ann --black me:Bob";
    let played = printed(two, "\ne2e4\n\n");
    assert!(played.contains("— gib die Tastatur an Bob weiter; Enter, wenn du bereit bist —\n"), "{played}");
}

#[test]
fn help_and_mistakes_are_told_in_german() {
    let help = printed("play --help", "");
    for words in
        ["Ein Spiel im Terminal spielen", "\nAufruf: chess-kit play ", "\nOptionen:\n", "Diese Hilfe zeigen"]
    {
        assert!(help.contains(words), "{words}\n{help}");
    }
    assert!(printed("", "").contains("\nBefehle:\n"));
    assert!(printed("help", "").contains("\nBefehle:\n"));
    for (line, problem) in [
        ("rules chess96", "unbekanntes Spiel: `chess96` (meinst du chess960?)"),
        ("replay /no/such/file", "/no/such/file: diese Datei oder dieses Verzeichnis gibt es nicht"),
        ("play --white robot", "--white <WHO> kann nicht `robot` sein: niemand, der spielen kann: `robot`"),
        ("arena --level god", "--level <LEVEL> kann nicht `god` sein: unbekannte Stufe: `god`"),
        ("golf deal --cards 5", "--cards <2..4> kann nicht `5` sein: es ist eine Zahl von 2 bis 4"),
        ("setup chess960 --seats x", "--seats <N> kann nicht `x` sein: es ist eine ganze Zahl"),
        ("config --bus kafka", "--bus kann nicht `kafka` sein (versuch es mit local oder nats://host:4222)"),
        ("replay /no/such/file --seat x", "/no/such/file: "),
        ("diagram - --theme pink", "-: Zeile 1"),
        ("print deck -o x.html", "`x.html` kann nicht geschrieben werden: die Endung"),
        ("setup chess960 --seats 3", "3 Plätze gehen nicht, das Spiel ist für 2"),
        ("rules", "es fehlt: <GAME>"),
        ("nonsense", "unbekannter Befehl: `nonsense`"),
        ("games --nonsense", "unbekanntes Argument: `--nonsense`"),
    ] {
        let ran = run_in(GERMAN, line, "");
        assert!(ran.code.is_some_and(|code| code > 0), "{line}");
        assert!(ran.stderr.starts_with(&format!("Fehler: {problem}")), "{}", ran.stderr);
    }
}

#[test]
fn rules_are_read_in_german() {
    let rules = printed("rules zombie-chess --width 60", "");
    assert!(rules.starts_with("Zombieschach\n============\n\n"), "{rules}");
    for words in ["\nWenn du dich fragst\n", "schwarzer Springer c6 nach d4; grauer Ring auf c6"] {
        assert!(rules.contains(words), "{words}\n{rules}");
    }
    let rule = printed("rules zombie-chess --rule zombie.castle-rights", "");
    assert!(rule.starts_with("Es gelten die üblichen Bedingungen"), "{rule}");
}

#[test]
fn what_programs_read_stays_english() {
    for (line, input) in [
        ("games --json", ""),
        ("setup chess960 --by number 518 --json", ""),
        ("golf daily --date 2025-07-31 --json", ""),
        ("referee", "{\"games\": {}}\n{\"open\": {\"game\": \"chess96\"}}\n"),
        ("config", ""),
    ] {
        assert_eq!(run_in(GERMAN, line, input), run_on(line, input), "{line}");
    }
}

#[test]
fn a_language_that_is_not_there_is_refused_only_where_somebody_asks_for_it() {
    let problem = "error: unknown language: `xx` (try en (English) or de (Deutsch))\n";
    let refused = Ran { code: Some(2), stdout: String::new(), stderr: problem.to_owned() };
    assert_eq!(run_on("games --language xx", ""), refused);
    let told: Ran = output(chess_kit(["games"]).env("CHESS_KIT_LANGUAGE", "xx"), "").into();
    assert_eq!(told.stderr, problem);
    assert_eq!(run_in("xx_XX.UTF-8", "games", ""), run_on("games", ""));
}
