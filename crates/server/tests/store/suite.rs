//! What every store does, whatever has happened to it before.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::future::join_all;
use kit_server::store::{
    Appended, Claim, Fault, IndexEntry, KeptPush, NewRecord, Store, StoredRecord, WholeTable, Work,
};
use kit_sitting::TableId;

pub async fn conforms(store: &Arc<dyn Store>) {
    numbers_follow_each_other(store).await;
    the_index_changes_with_the_records(store).await;
    codes_lead_to_tables(store).await;
    the_lobby_lists_what_is_listed(store).await;
    work_is_claimed_by_age_and_kind(store).await;
    work_is_put_back_and_set_aside(store).await;
    of_many_that_claim_each_gets_other_work(&[store.clone(), store.clone()]).await;
    notes_stay(store).await;
    browsers_are_kept_for_their_holders(store).await;
    a_small_text_is_kept_once(&[store.clone(), store.clone()]).await;
    any_text_is_kept(store).await;
    tables_are_listed_in_pages(store).await;
    whole_tables_are_restored(store).await;
    old_tables_are_forgotten(store).await;
    many_records_in_a_row_are_all_written(store).await;
    of_many_that_race_one_wins(&[store.clone(), store.clone()]).await;
    the_newest_record_is_known(store).await;
    store.ready().await.expect("the store answers");
}

async fn the_newest_record_is_known(store: &Arc<dyn Store>) {
    let newest = async || store.newest().await.expect("an answer").expect("there are records");
    let day = 24 * 60 * 60 * 1_000;
    let before = newest().await;
    let (tables, moments) = ([(); 3].map(|()| new_table()), [before + day + 7, before + day + 2, before + 1]);
    for (table, at) in tables.iter().zip(moments) {
        let mut record = record(table, 1, "new");
        record.record.at = at;
        assert_eq!(store.append(record).await.expect("an answer"), Appended::Written);
        assert_eq!(newest().await, moments[0], "what is older changes nothing");
    }
}

async fn numbers_follow_each_other(store: &Arc<dyn Store>) {
    let table = new_table();
    assert_eq!(append(store, &table, 2, "too far").await, Appended::Gap);
    assert_eq!(append(store, &table, 0, "before the first").await, Appended::Taken);
    assert_eq!(append(store, &table, 1, "one").await, Appended::Written);
    assert_eq!(append(store, &table, 1, "one again").await, Appended::Taken);
    assert_eq!(append(store, &table, 1, "one").await, Appended::Taken, "even if it says the same");
    assert_eq!(append(store, &table, 2, "two").await, Appended::Written);
    assert_eq!(append(store, &table, 4, "four").await, Appended::Gap);
    assert_eq!(append(store, &table, u32::MAX, "far").await, Appended::Gap);
    assert_eq!(append(store, &table, 3, "three").await, Appended::Written);
    assert_eq!(bodies(store, &table, 0).await, ["one", "two", "three"]);
    assert_eq!(bodies(store, &table, 2).await, ["three"]);
    assert_eq!(bodies(store, &table, 3).await, [""; 0]);
    assert_eq!(bodies(store, &new_table(), 0).await, [""; 0]);
    let read = store.read(table.clone(), 1).await.expect("records");
    assert_eq!(read[0], StoredRecord { number: 2, at: 1002, body: "two".to_owned() });
    let asked = [table.clone(), new_table()];
    assert_eq!(store.heads(&asked).await.expect("heads"), [(table, 3)]);
    assert_eq!(store.heads(&[]).await.expect("heads"), []);
}

async fn the_index_changes_with_the_records(store: &Arc<dyn Store>) {
    let table = new_table();
    assert_eq!(store.index(table.clone()).await.expect("an answer"), None);
    let mut first = record(&table, 1, "one");
    first.index = IndexEntry {
        listed: false,
        clock_due: Some(7),
        bots_due: Some(8),
        lobby: "{\"a\":1}".to_owned(),
        codes: codes(["c1", "c0"]),
        ..first.index
    };
    assert_eq!(store.append(first.clone()).await.expect("an answer"), Appended::Written);
    assert_eq!(store.index(table.clone()).await.expect("an answer"), Some(first.index.clone()));
    for number in [1, 3] {
        let mut refused = record(&table, number, "no");
        refused.index.codes = codes(["other"]);
        assert_ne!(store.append(refused).await.expect("an answer"), Appended::Written);
        assert_eq!(store.index(table.clone()).await.expect("an answer"), Some(first.index.clone()));
    }
    let second = record(&table, 2, "two");
    assert_eq!(store.append(second.clone()).await.expect("an answer"), Appended::Written);
    assert_eq!(store.index(table).await.expect("an answer"), Some(second.index));
}

async fn codes_lead_to_tables(store: &Arc<dyn Store>) {
    let table = new_table();
    let [one, two, three] = [(); 3].map(|()| new_table().to_string());
    let steps: [(u32, &[&String], &[&String]); 4] = [
        (1, &[&one, &two], &[&three]),
        (2, &[&one, &two], &[&three]),
        (3, &[&three, &one], &[&two]),
        (4, &[], &[&one, &two, &three]),
    ];
    for (number, leading, leading_nowhere) in steps {
        let mut new = record(&table, number, "codes");
        new.index.codes = leading.iter().map(|code| (*code).clone()).collect();
        assert_eq!(store.append(new).await.expect("an answer"), Appended::Written);
        for code in leading {
            assert_eq!(store.by_code(code).await.expect("an answer"), Some(table.clone()));
        }
        for code in leading_nowhere {
            assert_eq!(store.by_code(code).await.expect("an answer"), None);
        }
    }
}

async fn the_lobby_lists_what_is_listed(store: &Arc<dyn Store>) {
    let tables: Vec<TableId> = (0..5).map(|_| new_table()).collect();
    for (table, at) in tables.iter().zip(5_000_000..) {
        append_at(store, table, 1, at, true).await;
    }
    append_at(store, &tables[1], 2, 6_000_000, true).await;
    append_at(store, &tables[2], 2, 7_000_000, false).await;
    let listed = store.lobby(3).await.expect("a lobby");
    let names: Vec<&TableId> = listed.iter().map(|entry| &entry.table).collect();
    let newest = [&tables[4], &tables[3], &tables[1]];
    assert_eq!(names, newest, "the newest first, whatever happened there, without what is unlisted");
    assert!(listed.iter().all(|entry| entry.listed && entry.lobby == "lobby"));
    append_at(store, &tables[2], 3, 8_000_000, true).await;
    let names: Vec<TableId> =
        store.lobby(3).await.expect("a lobby").into_iter().map(|entry| entry.table).collect();
    assert_eq!(names, [4, 3, 2].map(|table: usize| tables[table].clone()), "in its old place");
    for (table, number) in [(0, 2), (1, 3), (2, 4), (3, 2), (4, 2)] {
        append_at(store, &tables[table], number, 9_000_000, false).await;
    }
    assert!(store.lobby(100).await.expect("a lobby").is_empty());
}

async fn work_is_claimed_by_age_and_kind(store: &Arc<dyn Store>) {
    let tables: Vec<TableId> = (0..3).map(|_| new_table()).collect();
    for (table, due) in tables.iter().zip([-10, -30, -20]) {
        append_due(store, table, 1, Some(due), None).await;
    }
    let claim = async |work, now, most| {
        let claims = store.claim(work, now, 5, most).await.expect("an answer");
        claims.into_iter().map(|claim| (claim.table, claim.tries)).collect::<Vec<_>>()
    };
    assert_eq!(claim(Work::Clock, -31, 10).await, []);
    assert_eq!(claim(Work::Bots, -1, 10).await, [], "it is work of another kind");
    assert_eq!(claim(Work::Clock, -20, 1).await, [(tables[1].clone(), 0)], "the oldest first");
    assert_eq!(claim(Work::Clock, -20, 10).await, [(tables[2].clone(), 0)], "the other is taken");
    assert_eq!(claim(Work::Clock, -16, 10).await, [], "until the lease ends");
    let again = claim(Work::Clock, -15, 10).await;
    assert_eq!(again.len(), 2);
    assert!(tables[1..].iter().all(|table| again.contains(&(table.clone(), 1))), "{again:?}");
    append_due(store, &tables[1], 2, None, None).await;
    append_due(store, &tables[2], 2, Some(-11), Some(-12)).await;
    let anew = vec![(tables[2].clone(), 0), (tables[0].clone(), 0)];
    assert_eq!(claim(Work::Clock, -10, 10).await, anew, "a record settles what is due, and tries");
    assert_eq!(claim(Work::Bots, -10, 10).await, [(tables[2].clone(), 0)]);
    for table in [0, 2] {
        let number = if table == 0 { 2 } else { 3 };
        append_due(store, &tables[table], number, None, Some(i64::MAX)).await;
    }
    assert_eq!(claim(Work::Clock, -1, 10).await, []);
    assert_eq!(claim(Work::Bots, -1, 10).await, []);
}

async fn work_is_put_back_and_set_aside(store: &Arc<dyn Store>) {
    let table = new_table();
    let one = async |work, now| {
        let mut claims = store.claim(work, now, 10, 10).await.expect("an answer");
        assert!(claims.len() < 2);
        claims.pop()
    };
    let put_back = async |claim: &Claim, next, tries| {
        store.put_back(Work::Bots, claim.clone(), next, tries).await.expect("an answer");
    };
    let stuck = async || store.stuck().await.expect("an answer");
    let before = stuck().await;
    append_due(store, &table, 1, None, Some(-900)).await;
    let first = one(Work::Bots, -900).await.expect("work");
    assert_eq!(first, Claim { table: table.clone(), tries: 0, head: 1, until: -890 });
    put_back(&first, Some(-895), 7).await;
    assert_eq!(one(Work::Bots, -896).await, None);
    let second = one(Work::Bots, -895).await.expect("work");
    assert_eq!(second.tries, 7);
    put_back(&first, Some(-899), 1).await;
    assert_eq!(one(Work::Bots, -890).await, None, "whoever comes late puts nothing back");
    put_back(&second, None, 8).await;
    assert_eq!(stuck().await, before + 1);
    assert_eq!(one(Work::Bots, -1).await, None, "it is set aside");
    let index = store.index(table.clone()).await.expect("an answer").expect("an index entry");
    assert!(index.bots_due.is_some(), "and not forgotten");
    append_due(store, &table, 2, Some(-880), Some(-880)).await;
    assert_eq!(stuck().await, before, "a record brings it back");
    let third = one(Work::Bots, -880).await.expect("work");
    assert_eq!(third.tries, 0);
    append_due(store, &table, 3, None, Some(-870)).await;
    put_back(&third, None, 9).await;
    assert_eq!(stuck().await, before, "what was written to since is left alone");
    assert_eq!(one(Work::Bots, -870).await.expect("work").tries, 0);
    append_due(store, &table, 4, Some(-860), Some(-860)).await;
    for work in [Work::Clock, Work::Bots] {
        let claim = one(work, -860).await.expect("work");
        store.put_back(work, claim, None, 8).await.expect("an answer");
        assert_eq!(stuck().await, before + 1, "a table counts once, whatever is set aside there");
    }
    append_due(store, &table, 5, None, None).await;
    assert_eq!(stuck().await, before);
}

/// Tasks at one or several nodes take work until there is none.
pub async fn of_many_that_claim_each_gets_other_work(nodes: &[Arc<dyn Store>]) {
    const TASKS: usize = 6;
    let mut tables: Vec<TableId> = (0..60).map(|_| new_table()).collect();
    for (table, due) in tables.iter().zip(-5000..) {
        append_due(&nodes[0], table, 1, Some(due), None).await;
    }
    let tasks = (0..TASKS).map(|task| {
        let store = nodes[task % nodes.len()].clone();
        tokio::spawn(async move {
            let mut taken = Vec::new();
            // Others may have looked at the same work at the same moment, so one empty answer does
            // not mean that nothing is left.
            for _ in 0..20 {
                let claims = store.claim(Work::Clock, -4000, 1000, 7).await.expect("an answer");
                taken.extend(claims.into_iter().map(|claim| claim.table));
            }
            taken
        })
    });
    let mut taken: Vec<TableId> =
        join_all(tasks).await.into_iter().flat_map(|task| task.expect("a task ends well")).collect();
    taken.sort();
    tables.sort();
    assert_eq!(taken, tables, "each once");
    for table in &tables {
        append_due(&nodes[0], table, 2, None, None).await;
    }
}

async fn notes_stay(store: &Arc<dyn Store>) {
    let table = new_table();
    let keep = async |seat, text: &str| {
        store.keep_notes(table.clone(), seat, text.to_owned()).await.expect("notes are kept");
    };
    keep(0, "for nobody").await;
    assert_eq!(store.notes(table.clone(), 0).await.expect("an answer"), None, "there is no such table");
    append(store, &table, 1, "one").await;
    keep(0, "first").await;
    keep(0, "{\"second\": \"✏\"}").await;
    keep(255, "other").await;
    assert_eq!(
        store.notes(table.clone(), 0).await.expect("an answer").as_deref(),
        Some("{\"second\": \"✏\"}")
    );
    assert_eq!(store.notes(table.clone(), 255).await.expect("an answer").as_deref(), Some("other"));
    assert_eq!(store.notes(table.clone(), 1).await.expect("an answer"), None);
    join_all((0..30).map(|count| {
        let (store, table) = (store.clone(), table.clone());
        async move { store.keep_notes(table, 3, format!("{count}")).await.expect("notes are kept") }
    }))
    .await;
    assert_eq!(store.notes(table, 3).await.expect("an answer").as_deref(), Some("29"), "the last stay");
}

/// The browsers that are told of turns: a few for each holder, and gone with their table.
async fn browsers_are_kept_for_their_holders(store: &Arc<dyn Store>) {
    let table = new_table();
    let keep = async |holder: &str, id: &str, at: i64, body: &str| {
        let (holder, id, body) = (holder.to_owned(), id.to_owned(), body.to_owned());
        store.keep_push(table.clone(), KeptPush { holder, id, at, body }).await.expect("it is kept");
    };
    let kept = async || {
        let kept = store.pushes(table.clone()).await.expect("an answer");
        kept.into_iter()
            .map(|kept| format!("{} {} {} {}", kept.holder, kept.id, kept.at, kept.body))
            .collect::<Vec<_>>()
    };
    keep("ann", "phone", 1, "for nobody").await;
    assert_eq!(kept().await, [""; 0], "there is no such table");
    append(store, &table, 1, "one").await;
    keep("ann", "phone", 1, "first").await;
    keep("ann", "phone", 3, "'; -- ✏").await;
    keep("ben", "phone", 2, "the same browser").await;
    assert_eq!(kept().await, ["ann phone 3 '; -- ✏", "ben phone 2 the same browser"]);
    for at in 10..20 {
        keep("ann", &format!("browser {at}"), at, "").await;
    }
    let ids = [
        "ann browser 19 19 ",
        "ann browser 18 18 ",
        "ann browser 17 17 ",
        "ann browser 16 16 ",
        "ann browser 15 15 ",
    ];
    assert_eq!(kept().await[..5], ids, "the last few stay");
    assert_eq!(kept().await[5..], ["ben phone 2 the same browser"], "and others keep theirs");
    store.drop_push(table.clone(), "phone".to_owned()).await.expect("an answer");
    store.drop_push(table.clone(), "nothing".to_owned()).await.expect("an answer");
    assert_eq!(kept().await, ids);
    assert!(store.pushes(new_table()).await.expect("an answer").is_empty());
    // A table that is forgotten takes them along.
    let old = new_table();
    append_at(store, &old, 1, -1_000, false).await;
    let push = KeptPush { holder: "ann".into(), id: "phone".into(), at: 1, body: String::new() };
    store.keep_push(old.clone(), push).await.expect("it is kept");
    assert_eq!(store.forget(-900, 10).await.expect("an answer"), 1);
    assert!(store.pushes(old).await.expect("an answer").is_empty());
}

/// Of many who want to keep something under a name, at one or several nodes, the first one does,
/// and all are told what is kept.
pub async fn a_small_text_is_kept_once(nodes: &[Arc<dyn Store>]) {
    let (name, other) = (new_table().to_string(), new_table().to_string());
    let keep = async |name: &str, value: &str| nodes[0].keep_once(name, value).await.expect("an answer");
    let tasks = (0..12).map(|task| {
        let (store, name) = (nodes[task % nodes.len()].clone(), name.clone());
        tokio::spawn(async move { store.keep_once(&name, &format!("of {task}")).await.expect("an answer") })
    });
    let mut told: Vec<String> =
        join_all(tasks).await.into_iter().map(|task| task.expect("a task ends well")).collect();
    told.dedup();
    let [kept] = &told[..] else { panic!("all are told the same: {told:?}") };
    assert!(kept.starts_with("of "), "{kept}");
    assert_eq!(keep(&name, "later").await, *kept, "it stays");
    assert_eq!(keep(&other, "'; -- ✏").await, "'; -- ✏", "each name has its own");
    nodes[0].keep_no_longer(&name).await.expect("an answer");
    nodes[0].keep_no_longer(&name).await.expect("what is not kept is forgotten already");
    assert_eq!(keep(&name, "anew").await, "anew");
    assert_eq!(keep(&other, "other").await, "'; -- ✏", "nothing else was forgotten");
    assert_eq!(nodes[nodes.len() - 1].keep_once(&name, "elsewhere").await.expect("an answer"), "anew");
}

async fn any_text_is_kept(store: &Arc<dyn Store>) {
    let table = new_table();
    let long = "long ".repeat(100_000);
    let texts = [
        "",
        "'; DROP TABLE records; --",
        "\"\\\" \\u0000 \\n",
        "\u{1}\t\r\n\u{7f}",
        "♔ 🃏 é e\u{301} \u{202e}",
        "null",
        "[1,2]",
        "0x10",
        &long,
    ];
    for (text, number) in texts.into_iter().zip(1..) {
        let mut new = record(&table, number, text);
        new.index.lobby = text.to_owned();
        if text.len() < 100 {
            new.index.codes = codes([text]);
        }
        assert_eq!(store.append(new.clone()).await.expect("an answer"), Appended::Written);
        assert_eq!(store.index(table.clone()).await.expect("an answer"), Some(new.index));
        if text.len() < 100 {
            assert_eq!(store.by_code(text).await.expect("an answer"), Some(table.clone()), "{text}");
        }
    }
    assert_eq!(bodies(store, &table, 0).await, texts);
    let next = texts.len() as u32 + 1;
    let refused = store.append(record(&table, next, "a\0b")).await.expect_err("a NUL character");
    assert_eq!((refused.fault, &*refused.text), (Fault::Refused, "text with a NUL character cannot be kept"));
    let mut long_code = record(&table, next, "");
    long_code.index.codes = vec!["c".repeat(300)];
    let refused = store.append(long_code).await.expect_err("a code of 300 letters");
    assert_eq!(refused.text, "a code of 300 bytes cannot be kept: at most 256");
    assert!(store.keep_notes(table, 0, "\0".to_owned()).await.is_err());
}

async fn tables_are_listed_in_pages(store: &Arc<dyn Store>) {
    let mut made: Vec<TableId> = (0..7).map(|_| new_table()).collect();
    for table in &made {
        append(store, table, 1, "one").await;
    }
    let (mut listed, mut after) = (Vec::new(), None);
    loop {
        let page = store.tables(after.as_ref(), 3).await.expect("a page");
        let Some(last) = page.last() else { break };
        after = Some(last.clone());
        listed.extend(page);
    }
    assert!(listed.is_sorted(), "in the order of their ids");
    made.sort();
    listed.retain(|table| made.contains(table));
    assert_eq!(listed, made, "each once");
}

async fn whole_tables_are_restored(store: &Arc<dyn Store>) {
    let table = new_table();
    assert_eq!(store.whole(table.clone()).await.expect("an answer"), None);
    let mut whole = whole_table(&table, 20);
    assert_eq!(store.restore(whole.clone()).await.expect("an answer"), Appended::Written);
    assert_eq!(store.whole(table.clone()).await.expect("an answer"), Some(whole.clone()));
    assert_eq!(store.by_code(&whole.index.codes[0]).await.expect("an answer"), Some(table.clone()));
    assert_eq!(append(store, &table, 21, "goes on").await, Appended::Written);
    let kept = store.whole(table.clone()).await.expect("an answer");
    whole.records.extend((21..30).map(|number| record(&table, number, "other").record));
    assert_eq!(store.restore(whole.clone()).await.expect("an answer"), Appended::Taken);
    assert_eq!(store.whole(table).await.expect("an answer"), kept, "nothing of it was written");
    whole.records.remove(3);
    assert!(store.restore(whole.clone()).await.is_err(), "with a gap");
    whole.records.clear();
    assert!(store.restore(whole).await.is_err(), "without records");
}

async fn old_tables_are_forgotten(store: &Arc<dyn Store>) {
    let tables: Vec<TableId> = (0..4).map(|_| new_table()).collect();
    for (table, at) in tables.iter().zip([-400, -300, -200, -100]) {
        append_at(store, table, 1, at, true).await;
        store.keep_notes(table.clone(), 0, "mine".to_owned()).await.expect("notes are kept");
    }
    append_at(store, &tables[0], 2, -50, true).await;
    assert_eq!(store.forget(-150, 1).await.expect("an answer"), 1);
    assert_eq!(store.forget(-150, 10).await.expect("an answer"), 1);
    assert_eq!(store.forget(-150, 10).await.expect("an answer"), 0);
    for (table, there) in tables.iter().zip([true, false, false, true]) {
        let whole = store.whole(table.clone()).await.expect("an answer");
        assert_eq!(whole.is_some(), there);
        assert_eq!(store.notes(table.clone(), 0).await.expect("an answer").is_some(), there);
        assert_eq!(!bodies(store, table, 0).await.is_empty(), there);
        assert_eq!(store.by_code(&code_of(table)).await.expect("an answer").is_some(), there);
    }
    assert_eq!(append(store, &tables[1], 2, "too late").await, Appended::Gap);
    assert_eq!(store.forget(-40, 10).await.expect("an answer"), 2);
}

/// Up to thirty futures are asked in their order by `join_all`, so these go into the queue in a row.
async fn many_records_in_a_row_are_all_written(store: &Arc<dyn Store>) {
    let tables: Vec<TableId> = (0..3).map(|_| new_table()).collect();
    for numbers in [1..=10, 11..=20, 21..=30] {
        let rows = numbers.flat_map(|number| tables.iter().map(move |table| (table, number)));
        let answers = join_all(rows.map(|(table, number)| append(store, table, number, "in a row"))).await;
        assert!(answers.iter().all(|answer| *answer == Appended::Written), "{answers:?}");
    }
    for table in tables {
        assert_eq!(store.heads(std::slice::from_ref(&table)).await.expect("heads"), [(table, 30)]);
    }
}

/// Tasks at one or several nodes want to write the same numbers of the same table.
pub async fn of_many_that_race_one_wins(nodes: &[Arc<dyn Store>]) {
    const TASKS: usize = 16;
    const NUMBERS: u32 = 20;
    let table = new_table();
    let tasks = (0..TASKS).map(|task| {
        let (store, table) = (nodes[task % nodes.len()].clone(), table.clone());
        tokio::spawn(async move {
            let mut won = BTreeMap::new();
            for number in 1..=NUMBERS {
                let body = format!("by {task}");
                match append(&store, &table, number, &body).await {
                    Appended::Written => drop(won.insert(number, body)),
                    Appended::Taken => {}
                    Appended::Gap => panic!("whoever goes on to a number knows that the one before is there"),
                }
            }
            won
        })
    });
    let mut won = BTreeMap::new();
    for task in join_all(tasks).await {
        for (number, body) in task.expect("a task ends well") {
            assert_eq!(won.insert(number, body), None, "number {number} was won twice");
        }
    }
    let won: Vec<String> = won.into_values().collect();
    assert_eq!(won.len(), NUMBERS as usize, "every number was won");
    assert_eq!(bodies(&nodes[0], &table, 0).await, won, "the winner's record stands there");
}

pub async fn append(store: &Arc<dyn Store>, table: &TableId, number: u32, body: &str) -> Appended {
    store.append(record(table, number, body)).await.expect("an answer")
}

async fn append_at(store: &Arc<dyn Store>, table: &TableId, number: u32, at: i64, listed: bool) {
    let mut new = record(table, number, "at a moment");
    (new.record.at, new.index.listed) = (at, listed);
    assert_eq!(store.append(new).await.expect("an answer"), Appended::Written);
}

pub async fn append_due(
    store: &Arc<dyn Store>,
    table: &TableId,
    number: u32,
    clock_due: Option<i64>,
    bots_due: Option<i64>,
) {
    let mut new = record(table, number, "with work");
    (new.index.clock_due, new.index.bots_due) = (clock_due, bots_due);
    assert_eq!(store.append(new).await.expect("an answer"), Appended::Written);
}

pub fn record(table: &TableId, number: u32, body: &str) -> NewRecord {
    NewRecord {
        record: StoredRecord { number, at: 1000 + i64::from(number), body: body.to_owned() },
        index: IndexEntry {
            table: table.clone(),
            listed: false,
            clock_due: None,
            bots_due: None,
            lobby: "lobby".to_owned(),
            codes: vec![code_of(table)],
        },
    }
}

pub fn whole_table(table: &TableId, records: u32) -> WholeTable {
    let records = (1..=records).map(|number| record(table, number, &format!("record {number}")).record);
    let mut index = record(table, 1, "").index;
    index.codes.push(format!("second code of {table}"));
    WholeTable { index, records: records.collect(), notes: vec![(0, "a".to_owned()), (7, "b".to_owned())] }
}

pub fn code_of(table: &TableId) -> String {
    format!("code of {table}")
}

fn codes<const N: usize>(codes: [&str; N]) -> Vec<String> {
    codes.into_iter().map(str::to_owned).collect()
}

pub async fn bodies(store: &Arc<dyn Store>, table: &TableId, after: u32) -> Vec<String> {
    let records = store.read(table.clone(), after).await.expect("records");
    let numbers: Vec<u32> = records.iter().map(|record| record.number).collect();
    assert!(
        numbers.iter().copied().eq((after + 1..).take(numbers.len())),
        "numbers without a gap: {numbers:?}"
    );
    records.into_iter().map(|record| record.body).collect()
}

pub async fn everything(store: &Arc<dyn Store>) -> Vec<WholeTable> {
    let mut all = Vec::new();
    for table in store.tables(None, 10_000).await.expect("tables") {
        all.push(store.whole(table).await.expect("an answer").expect("a listed table"));
    }
    assert!(all.len() > 10, "the suite leaves tables behind");
    all
}

pub fn new_table() -> TableId {
    TableId::new(&mut kit_play::Chance::unpredictable())
}
