-- Work that waits, the order of the lobby, and a place to try whether writing works.
-- One text for SQLite and Postgres. It only adds columns, so it takes no longer for many tables
-- than for few, and nodes of the version before go on writing beside it; what the new columns of
-- old rows hold is filled in a few rows at a time when a store is opened (`store/schema.rs`).

-- The moment of the first record; unknown in rows that an older node wrote.
ALTER TABLE tables ADD COLUMN opened BIGINT;

-- The day of `touched`, counted from 1970, never later than that. It stands in the index in place
-- of `touched`, because an index on a moment would be written anew with every record.
ALTER TABLE tables ADD COLUMN day BIGINT NOT NULL DEFAULT 0;

-- Two kinds of work, a clock that falls and a bot that is late: when it is due (or leased to
-- somebody until then), how often it was claimed, and the moment of work that was set aside.
-- The old `due` is what nodes of the version before write.
ALTER TABLE tables ADD COLUMN clock_due BIGINT;
ALTER TABLE tables ADD COLUMN clock_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN clock_aside BIGINT;
ALTER TABLE tables ADD COLUMN bots_due BIGINT;
ALTER TABLE tables ADD COLUMN bots_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN bots_aside BIGINT;

DROP INDEX tables_listed;
DROP INDEX tables_touched;
CREATE INDEX tables_lobby ON tables (opened DESC, table_id) WHERE listed = 1;
CREATE INDEX tables_day ON tables (day, table_id);
CREATE INDEX tables_clock ON tables (clock_due) WHERE clock_due IS NOT NULL;
CREATE INDEX tables_bots ON tables (bots_due) WHERE bots_due IS NOT NULL;
CREATE INDEX tables_aside ON tables (table_id) WHERE clock_aside IS NOT NULL OR bots_aside IS NOT NULL;
CREATE INDEX tables_unfilled ON tables (table_id) WHERE opened IS NULL;

-- One row, which is written to find out whether that works.
CREATE TABLE probe (
    id BIGINT NOT NULL PRIMARY KEY,
    count BIGINT NOT NULL
);

INSERT INTO probe (id, count) VALUES (1, 0);
