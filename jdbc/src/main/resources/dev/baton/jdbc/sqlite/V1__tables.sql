-- Times are microseconds since 1970, 0 for none. Statuses and triggers are their words.

CREATE TABLE baton_node (
    id   TEXT    NOT NULL PRIMARY KEY,
    dead INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE baton_definition (
    name       TEXT    NOT NULL PRIMARY KEY,
    paused     INTEGER NOT NULL DEFAULT 0,
    dealt_with INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE baton_plan (
    id   TEXT NOT NULL PRIMARY KEY,
    body BLOB NOT NULL
);

-- Active while ended = 0. Active and without a home: adrift, for any node to take.
CREATE TABLE baton_execution (
    id         TEXT    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    trigger    TEXT    NOT NULL,
    scheduled  INTEGER NOT NULL DEFAULT 0,
    created    INTEGER NOT NULL,
    not_before INTEGER NOT NULL DEFAULT 0,
    parameters TEXT    NOT NULL DEFAULT '{}',
    key        TEXT,
    queue      TEXT    NOT NULL,
    labels     TEXT    NOT NULL DEFAULT '[]',
    priority   INTEGER NOT NULL DEFAULT 0,
    -- The lowest goes first; a minute of waiting is worth one step of priority.
    rank       INTEGER NOT NULL GENERATED ALWAYS AS (max(created, not_before) - priority * 60000000) STORED,
    home       TEXT,
    plan       TEXT,
    status     TEXT    NOT NULL DEFAULT 'running',
    flags      INTEGER NOT NULL DEFAULT 0,
    begun      INTEGER NOT NULL DEFAULT 0,
    ended      INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX baton_execution_adrift ON baton_execution (queue, rank, id) WHERE home IS NULL AND ended = 0;
CREATE INDEX baton_execution_home ON baton_execution (home) WHERE home IS NOT NULL;
CREATE INDEX baton_execution_past ON baton_execution (name, ended, id) WHERE ended <> 0;
CREATE INDEX baton_execution_ended ON baton_execution (ended) WHERE ended <> 0;
-- For who looks for the few that did not succeed. A success never comes near it: plain comparisons cost nothing, while
-- for a list of words (IN) SQLite would build a table at every write.
CREATE INDEX baton_execution_unwell ON baton_execution (id) WHERE ended <> 0 AND status <> 'success';
CREATE UNIQUE INDEX baton_execution_key ON baton_execution (key) WHERE key IS NOT NULL;

CREATE TABLE baton_run (
    execution   TEXT    NOT NULL,
    step        INTEGER NOT NULL,
    job         TEXT    NOT NULL,
    status      TEXT    NOT NULL,
    attempt     INTEGER NOT NULL,
    why         INTEGER NOT NULL,
    withheld    INTEGER NOT NULL,
    started     INTEGER NOT NULL,
    finished    INTEGER NOT NULL,
    not_before  INTEGER NOT NULL,
    output      TEXT,
    output_type TEXT,
    error       TEXT,
    notes       BLOB,
    PRIMARY KEY (execution, step)
) WITHOUT ROWID;

CREATE INDEX baton_run_unwell ON baton_run (execution, step)
WHERE status = 'failure' OR status = 'timeout' OR status = 'cancelled';

CREATE TABLE baton_mail (
    id       INTEGER NOT NULL PRIMARY KEY,
    receiver TEXT    NOT NULL,
    message  TEXT    NOT NULL
);
