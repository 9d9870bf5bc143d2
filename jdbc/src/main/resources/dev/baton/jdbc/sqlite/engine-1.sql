-- Times are microseconds since 1970, 0 or NULL for none. Statuses and triggers are their words. Ids are 16 bytes, and
-- lists are JSON.

-- A row is the node that has the file open, or had it when it died.
CREATE TABLE baton_node (
    id   BLOB    NOT NULL PRIMARY KEY,
    dead INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- A row is a job, workflow or step that has a schedule or was paused.
CREATE TABLE baton_definition (
    name       TEXT    NOT NULL PRIMARY KEY,
    paused     INTEGER NOT NULL DEFAULT 0,
    -- Fires up to this time have been handled.
    dealt_with INTEGER NOT NULL
) WITHOUT ROWID;

-- A row is a graph that executions share, under the hash of its content. One that no execution refers to is removed a
-- day after a commit last brought it along.
CREATE TABLE baton_plan (
    id   BLOB    NOT NULL PRIMARY KEY,
    body BLOB    NOT NULL,
    used INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000000.0 AS INTEGER))
);

-- A row is an active execution: it has not ended, or the node has taken it after its end, to change it; then its ended
-- is not 0. The columns from run_job on are the only run of an execution of one step, which has no row in baton_run.
--
-- Generated columns are computed for the indexes alone.
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
    -- Whether a node had it and released it, so that it may have runs.
    tried          INTEGER NOT NULL DEFAULT 0,
    -- The node, if it has created the execution for itself or taken it by its id. What the node has claimed has no owner
    -- here, and is listed in baton_claim. What has an owner in neither place is unowned.
    owner          BLOB,
    plan           BLOB,
    status         TEXT    NOT NULL DEFAULT 'running',
    flags          INTEGER NOT NULL DEFAULT 0,
    begun          INTEGER NOT NULL DEFAULT 0,
    ended          INTEGER NOT NULL DEFAULT 0,
    steps          INTEGER NOT NULL DEFAULT 0,
    -- NULL if it is the name of the execution.
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
    notes          BLOB,
    -- Where it is sorted within its queue if it was set aside. 536870912 is the flag of such an execution, 1073741824
    -- that of one that brings its definition along.
    aside          TEXT    NOT NULL GENERATED ALWAYS AS (
        CASE WHEN (flags & 536870912) = 0 THEN '' WHEN (flags & 1073741824) = 0 THEN name ELSE '*' END
    ) VIRTUAL
) WITHOUT ROWID;

-- The executions that can be claimed, and those that the node has claimed, until they end. A claim walks along those of
-- a queue by their rank. Those that it passes over for a while, because the node does not know their name or has enough
-- of them at a limit, are set aside: they are sorted behind the others of their queue, by name, so that claims skip them
-- together.
CREATE INDEX baton_execution_ready ON baton_execution (queue, aside, rank)
WHERE owner IS NULL AND (wake_at = 0 OR due);

-- The executions whose time has not come, or of which no claim has found that yet.
CREATE INDEX baton_execution_delayed ON baton_execution (wake_at)
WHERE owner IS NULL AND wake_at <> 0 AND NOT due;

-- A row is a list of executions that the node has claimed at once: to write the owner into each of their rows would be
-- three times the cost of reading them. The process knows which of them have ended since. It writes the list anew when
-- three quarters have, and removes it when all have, each time with the next claim; and it strikes from the list what it
-- releases. When the process dies, the next one finds in the lists what it owned.
CREATE TABLE baton_claim (
    -- Counted by the process, and not used again in it.
    id         INTEGER NOT NULL PRIMARY KEY,
    -- The same in all lists, since a node removes those of the node before it.
    owner      BLOB    NOT NULL,
    -- Their ids, 16 bytes each. Some may have ended.
    executions BLOB    NOT NULL
);

-- A row is a number from 0 to 1,999: a statement for many similar rows cuts its parameters into pieces with them.
CREATE TABLE baton_number (
    i INTEGER NOT NULL PRIMARY KEY
);

INSERT INTO baton_number (i)
WITH RECURSIVE numbers (i) AS (
    VALUES (0)
    UNION ALL
    SELECT i + 1
    FROM numbers
    WHERE i < 1999
)
SELECT i
FROM numbers;

-- The executions in all lists, each with the owner of its list. Queries of an active execution look here for its owner.
CREATE VIEW baton_claimed AS
SELECT substr(c.executions, n.i * 16 + 1, 16) AS execution, c.owner
FROM baton_claim AS c
CROSS JOIN baton_number AS n ON n.i < length(c.executions) / 16;

-- A row is an execution that has ended: it is inserted and removed, and hardly ever changed. Its columns are those of
-- an active execution, with NULL, which takes no space, for 0 where that is common.
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

-- A row is an idempotency key, of one execution, active or ended.
CREATE TABLE baton_key (
    key       TEXT NOT NULL PRIMARY KEY,
    execution BLOB NOT NULL
) WITHOUT ROWID;

-- A row is a run of an execution of several steps, once it has had an attempt or has ended.
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
    -- The log, the checkpoint and others, packed.
    notes       BLOB,
    PRIMARY KEY (execution, step)
) WITHOUT ROWID;

CREATE INDEX baton_run_unwell ON baton_run (execution, step)
WHERE status = 'failure' OR status = 'timeout' OR status = 'cancelled';

-- A row is a message of the node to itself, which it removes when it reads the next ones.
CREATE TABLE baton_message (
    id       INTEGER NOT NULL PRIMARY KEY,
    receiver BLOB    NOT NULL,
    message  TEXT    NOT NULL
);

-- All executions, active and ended, to look at.
CREATE VIEW baton_executions AS
SELECT id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority,
       coalesce(e.owner, CASE WHEN e.id IN (SELECT execution FROM baton_claimed)
                         THEN (SELECT c.owner FROM baton_claim AS c LIMIT 1) END) AS owner,
       plan, status, flags, begun, ended, steps
FROM baton_execution AS e
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
