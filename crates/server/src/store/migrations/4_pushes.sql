-- Browsers that want to be told when it is somebody's turn. `holder` is the digest of the secret of
-- whoever asked for it, so that nobody else is told for them once the seat has moved; `id` is a
-- digest of the browser's address, which stands in `body` and is a secret of that browser.
CREATE TABLE pushes (
    table_id TEXT NOT NULL REFERENCES tables (table_id) ON DELETE CASCADE,
    holder TEXT NOT NULL,
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, holder, id)
);
