-- Everything that nodes share. One text for SQLite and Postgres.

-- What happened at each table, in order. `mark` is a random number by which a writer knows its
-- own record again when the answer to its commit was lost.
CREATE TABLE records (
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    mark BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- What is known of a table without reading its records. `head` is the number of its last record,
-- `touched` the moment of that record, and `codes` a JSON list.
CREATE TABLE tables (
    table_id TEXT NOT NULL PRIMARY KEY,
    head BIGINT NOT NULL,
    touched BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    due BIGINT,
    lobby TEXT NOT NULL,
    codes TEXT NOT NULL
);

CREATE INDEX tables_listed ON tables (touched DESC, table_id) WHERE listed = 1;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_touched ON tables (touched);

-- Where codes lead.
CREATE TABLE codes (
    code TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (table_id) ON DELETE CASCADE,
    PRIMARY KEY (code, table_id)
);

CREATE INDEX codes_of_table ON codes (table_id);

-- What seats have noted for themselves.
CREATE TABLE notes (
    table_id TEXT NOT NULL REFERENCES tables (table_id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    notes TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
