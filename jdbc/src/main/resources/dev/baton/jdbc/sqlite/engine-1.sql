-- Times are microseconds since 1970, 0 or NULL for none. Statuses and triggers are their words. Ids are 16 bytes.

CREATE TABLE baton_node (
    id   BLOB    NOT NULL PRIMARY KEY,
    dead INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE baton_definition (
    name       TEXT    NOT NULL PRIMARY KEY,
    paused     INTEGER NOT NULL DEFAULT 0,
    dealt_with INTEGER NOT NULL
) WITHOUT ROWID;

-- A plan that nothing refers to is removed a day after a commit last brought it along.
CREATE TABLE baton_plan (
    id   BLOB    NOT NULL PRIMARY KEY,
    body BLOB    NOT NULL,
    used INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000000.0 AS INTEGER))
);

-- The executions that have not ended. One without a home is adrift, for any node to take. One whose ended is not 0 had
-- ended, and the node has taken it to change it.
--
-- The columns of a run, from run_job on, are those of the only run of an execution of one step; it has no row in
-- baton_run.
CREATE TABLE baton_execution (
    id             BLOB    NOT NULL PRIMARY KEY,
    name           TEXT    NOT NULL,
    trigger        TEXT    NOT NULL,
    scheduled      INTEGER NOT NULL DEFAULT 0,
    created        INTEGER NOT NULL,
    not_before     INTEGER NOT NULL DEFAULT 0,
    parameters     TEXT    NOT NULL DEFAULT '{}',
    key            TEXT,
    queue          TEXT    NOT NULL,
    labels         TEXT    NOT NULL DEFAULT '[]',
    priority       INTEGER NOT NULL DEFAULT 0,
    -- The lowest goes first; a minute of waiting is worth one step of priority.
    rank           INTEGER NOT NULL GENERATED ALWAYS AS (max(created, not_before) - priority * 60000000) VIRTUAL,
    -- Until when the node has put it to sleep, because it only waits.
    sleeps_until   INTEGER NOT NULL DEFAULT 0,
    wake_at        INTEGER NOT NULL GENERATED ALWAYS AS (max(not_before, sleeps_until)) VIRTUAL,
    -- Whether a claim has found that wake_at is past.
    due            INTEGER NOT NULL DEFAULT 0,
    -- Whether a node had it and let it go, so that it may have runs.
    tried          INTEGER NOT NULL DEFAULT 0,
    home           BLOB,
    plan           BLOB,
    status         TEXT    NOT NULL DEFAULT 'running',
    flags          INTEGER NOT NULL DEFAULT 0,
    begun          INTEGER NOT NULL DEFAULT 0,
    ended          INTEGER NOT NULL DEFAULT 0,
    steps          INTEGER NOT NULL DEFAULT 0,
    run_job        TEXT,
    run_status     TEXT,
    run_attempt    INTEGER,
    run_why        INTEGER,
    run_withheld   INTEGER,
    run_started    INTEGER,
    run_finished   INTEGER,
    run_not_before INTEGER,
    output         TEXT,
    output_type    TEXT,
    error          TEXT,
    notes          BLOB
) WITHOUT ROWID;

CREATE INDEX baton_execution_ready ON baton_execution (queue, rank)
WHERE home IS NULL AND (wake_at = 0 OR due);

CREATE INDEX baton_execution_delayed ON baton_execution (wake_at)
WHERE home IS NULL AND wake_at <> 0 AND NOT due;

-- The executions that have ended: rows are inserted and removed, and hardly ever changed. A run_job that is NULL is the
-- name of the execution.
CREATE TABLE baton_ended (
    id             BLOB    NOT NULL PRIMARY KEY,
    name           TEXT    NOT NULL,
    trigger        TEXT    NOT NULL,
    scheduled      INTEGER,
    created        INTEGER NOT NULL,
    not_before     INTEGER,
    parameters     TEXT    NOT NULL,
    key            TEXT,
    queue          TEXT    NOT NULL,
    labels         TEXT    NOT NULL,
    priority       INTEGER NOT NULL,
    plan           BLOB,
    status         TEXT    NOT NULL,
    flags          INTEGER NOT NULL,
    begun          INTEGER NOT NULL,
    ended          INTEGER NOT NULL,
    steps          INTEGER NOT NULL,
    run_job        TEXT,
    run_status     TEXT,
    run_attempt    INTEGER,
    run_why        INTEGER,
    run_withheld   INTEGER,
    run_started    INTEGER,
    run_finished   INTEGER,
    run_not_before INTEGER,
    output         TEXT,
    output_type    TEXT,
    error          TEXT,
    notes          BLOB
) WITHOUT ROWID;

-- Without a name, ends are looked for name by name. Status and trigger are here to count ends without reading the rows.
CREATE INDEX baton_ended_past ON baton_ended (name, ended, id, status, trigger);

-- For the few that did not succeed: a success never enters these. Plain comparisons cost nothing, while for a list of
-- words (IN) SQLite would build a table at every write.
CREATE INDEX baton_ended_unwell ON baton_ended (id) WHERE status <> 'success';
CREATE INDEX baton_ended_unwell_run ON baton_ended (id) WHERE run_status <> 'success';

-- Idempotency keys, each of one execution, active or ended.
CREATE TABLE baton_key (
    key       TEXT NOT NULL PRIMARY KEY,
    execution BLOB NOT NULL
) WITHOUT ROWID;

-- The runs of executions of several steps.
CREATE TABLE baton_run (
    execution   BLOB    NOT NULL,
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
    receiver BLOB    NOT NULL,
    message  TEXT    NOT NULL
);

-- All executions, active and ended, to look at.
CREATE VIEW baton_executions AS
SELECT id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority,
       home, plan, status, flags, begun, ended, steps
FROM baton_execution
UNION ALL
SELECT id, name, trigger, coalesce(scheduled, 0), created, coalesce(not_before, 0), parameters, key, queue,
       labels, priority, NULL, plan, status, flags, begun, ended, steps
FROM baton_ended;

-- All runs, wherever they are kept, to look at.
CREATE VIEW baton_runs AS
SELECT execution, step, job, status, attempt, started, finished, not_before, error, output
FROM baton_run
UNION ALL
SELECT id, 0, coalesce(run_job, name), run_status, run_attempt, run_started, run_finished,
       coalesce(run_not_before, 0), error, output
FROM baton_execution
WHERE run_status IS NOT NULL
UNION ALL
SELECT id, 0, coalesce(run_job, name), run_status, run_attempt, run_started, run_finished,
       coalesce(run_not_before, 0), error, output
FROM baton_ended
WHERE run_status IS NOT NULL;
