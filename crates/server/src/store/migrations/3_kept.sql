-- Small texts that all nodes must agree on, such as the check value of the key for codes.
CREATE TABLE kept (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
