CREATE TABLE IF NOT EXISTS baton_log_run (
    run     TEXT    NOT NULL PRIMARY KEY,
    bytes   INTEGER NOT NULL,
    lines   INTEGER NOT NULL,
    dropped INTEGER NOT NULL DEFAULT 0,
    closed  INTEGER NOT NULL,
    updated INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS baton_log (
    run     TEXT    NOT NULL,
    start   INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    size    INTEGER NOT NULL,
    packed  INTEGER NOT NULL,
    body    BLOB    NOT NULL,
    PRIMARY KEY (run, start)
);
