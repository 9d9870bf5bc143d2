-- Times are microseconds since 1970, 0 or NULL for none. Statuses and triggers are their words.

-- A row is a node: a scheduler in a process. It stays for a day after the node was declared dead, to be looked at.
CREATE TABLE baton_node (
    id      uuid        NOT NULL PRIMARY KEY,
    expires timestamptz NOT NULL,
    dead    boolean     NOT NULL DEFAULT false
) WITH (fillfactor = 50);

-- A row is a job, workflow or step that has a schedule or was paused.
CREATE TABLE baton_definition (
    name       text    NOT NULL PRIMARY KEY,
    paused     boolean NOT NULL DEFAULT false,
    -- Fires up to this time have been handled, by whichever node.
    dealt_with bigint  NOT NULL
) WITH (fillfactor = 50);

-- A row is a graph that executions share, under the hash of its content. One that no execution refers to is removed a
-- day after a commit last brought it along.
CREATE TABLE baton_plan (
    id   uuid        NOT NULL PRIMARY KEY,
    body bytea       NOT NULL,
    used timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- A row is an active execution: it has not ended, or a node has taken it after its end, to change it; then its ended is
-- not 0. The columns from run_job on are the only run of an execution of one step, which has no row in baton_run.
--
-- No index has a column that changes between the claim of an execution and its end, so that updates in between touch no
-- index. The columns stand in an order that needs no padding.
CREATE TABLE baton_execution (
    id             uuid    NOT NULL PRIMARY KEY,
    -- The node that advances the execution; NULL if it is unowned, for any node to claim.
    owner          uuid,
    plan           uuid,
    scheduled      bigint  NOT NULL DEFAULT 0,
    created        bigint  NOT NULL,
    not_before     bigint  NOT NULL DEFAULT 0,
    -- Until when its owner has put it to sleep, because it only waits.
    sleeps_until   bigint  NOT NULL DEFAULT 0,
    begun          bigint  NOT NULL DEFAULT 0,
    ended          bigint  NOT NULL DEFAULT 0,
    priority       integer NOT NULL DEFAULT 0,
    flags          integer NOT NULL DEFAULT 0,
    steps          integer NOT NULL DEFAULT 0,
    -- Whether a claim has found that both not_before and sleeps_until are past.
    due            boolean NOT NULL DEFAULT false,
    -- Whether a node had it and released it, so that it may have runs.
    tried          boolean NOT NULL DEFAULT false,
    name           text    NOT NULL,
    trigger        text    NOT NULL,
    queue          text    NOT NULL,
    status         text    NOT NULL DEFAULT 'running',
    labels         text[]  NOT NULL DEFAULT '{}',
    parameters     text    NOT NULL DEFAULT '{}',
    key            text,
    -- NULL if it is the name of the execution.
    run_job        text,
    run_status     text,
    run_attempt    integer,
    run_why        integer,
    run_withheld   boolean,
    run_started    bigint,
    run_finished   bigint,
    run_not_before bigint,
    output         text,
    output_type    text,
    error          text,
    notes          bytea
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);

-- The executions that can be claimed. A claim walks along those of a queue by their rank: the lowest goes first, and a
-- minute of waiting is worth one step of priority. Those that a node passes over for a while, because it does not know
-- their name or has enough of them at a limit, are set aside: they are sorted behind the others of their queue, by name,
-- so that claims skip them together. 536870912 is the flag of an execution that was set aside, 1073741824 that of one
-- that brings its definition along.
--
-- The index computes the rank, since PostgreSQL reads the expression of a stored generated column anew for each row that
-- is updated, which would double the cost of a claim. The table is vacuumed early, since what was claimed stays at the
-- front of this index until then.
CREATE INDEX baton_execution_ready
ON baton_execution (
    queue,
    (CASE WHEN (flags & 536870912) = 0 THEN '' WHEN (flags & 1073741824) = 0 THEN name ELSE '*' END),
    (GREATEST(created, not_before) - priority * 60000000::bigint),
    id
)
WHERE owner IS NULL AND (GREATEST(not_before, sleeps_until) = 0 OR due);

-- The executions whose time has not come, or of which no claim has found that yet.
CREATE INDEX baton_execution_delayed ON baton_execution ((GREATEST(not_before, sleeps_until)))
WHERE owner IS NULL AND GREATEST(not_before, sleeps_until) <> 0 AND NOT due;

-- A row is an execution that has ended: it is inserted and removed, and hardly ever changed. Its columns are those of
-- an active execution, with NULL, which takes no space, for 0 where that is common.
CREATE TABLE baton_ended (
    id             uuid    NOT NULL PRIMARY KEY,
    plan           uuid,
    created        bigint  NOT NULL,
    begun          bigint  NOT NULL,
    ended          bigint  NOT NULL,
    scheduled      bigint,
    not_before     bigint,
    run_started    bigint,
    run_finished   bigint,
    run_not_before bigint,
    priority       integer NOT NULL,
    flags          integer NOT NULL,
    steps          integer NOT NULL,
    run_attempt    integer,
    run_why        integer,
    run_withheld   boolean,
    name           text    NOT NULL,
    trigger        text    NOT NULL,
    queue          text    NOT NULL,
    status         text    NOT NULL,
    labels         text[]  NOT NULL,
    parameters     text    NOT NULL,
    key            text,
    run_job        text,
    run_status     text,
    output         text,
    output_type    text,
    error          text,
    notes          bytea
);

CREATE INDEX baton_ended_past ON baton_ended (name, ended, id);

-- Rows come in the order of their ends, so a summary of each part of the table is enough.
CREATE INDEX baton_ended_ended ON baton_ended USING brin (ended) WITH (pages_per_range = 32, autosummarize = on);

-- For the few that did not succeed: a success never enters these.
CREATE INDEX baton_ended_unwell ON baton_ended (id) WHERE status <> 'success';

CREATE INDEX baton_ended_unwell_run ON baton_ended (id) WHERE run_status <> 'success';

-- A row is an idempotency key, of one execution, active or ended.
CREATE TABLE baton_key (
    key       text NOT NULL PRIMARY KEY,
    execution uuid NOT NULL
);

-- A row is a run of an execution of several steps, once it has had an attempt or has ended. No index has a run's status:
-- with one, no update that ends a run would be a HOT update.
CREATE TABLE baton_run (
    execution   uuid    NOT NULL,
    step        integer NOT NULL,
    job         text    NOT NULL,
    status      text    NOT NULL,
    attempt     integer NOT NULL,
    why         integer NOT NULL,
    withheld    boolean NOT NULL,
    started     bigint  NOT NULL,
    finished    bigint  NOT NULL,
    not_before  bigint  NOT NULL,
    output      text,
    output_type text,
    error       text,
    -- The log, the checkpoint and others, packed.
    notes       bytea,
    PRIMARY KEY (execution, step)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- A row is a message from node to node, which the receiver removes when it reads the next ones.
CREATE TABLE baton_message (
    id       bigserial NOT NULL PRIMARY KEY,
    receiver uuid      NOT NULL,
    message  text      NOT NULL
);

CREATE INDEX baton_message_receiver ON baton_message (receiver, id);

-- A row is a gate: the limit or the overlap policy of a job, workflow or queue, as all nodes share it. Its lock makes
-- the admissions at it one after the other.
CREATE TABLE baton_gate (
    name text NOT NULL PRIMARY KEY
);

-- A row is a permit of a run at a gate, or, as long as admitted is NULL, a request for one that waits in line. The step
-- is -1 for the execution itself.
CREATE TABLE baton_permit (
    gate      text    NOT NULL,
    execution uuid    NOT NULL,
    step      integer NOT NULL,
    node      uuid    NOT NULL,
    rank      bigint  NOT NULL,
    -- What happens if it cannot be admitted at once: the mode of an overlap policy.
    otherwise text    NOT NULL,
    -- When it was admitted.
    admitted  bigint,
    -- Whether its holder was chosen to make room for a later one.
    replaced  boolean NOT NULL DEFAULT false,
    PRIMARY KEY (gate, execution, step)
);

CREATE INDEX baton_permit_waiting ON baton_permit (gate, rank, execution, step) WHERE admitted IS NULL;

CREATE INDEX baton_permit_in ON baton_permit (gate) WHERE admitted IS NOT NULL;

CREATE INDEX baton_permit_execution ON baton_permit (execution);

-- A row is how many requests a gate with a rate admitted at one time. It stays for as long as they count for the rate.
CREATE TABLE baton_admission (
    gate     text    NOT NULL,
    at       bigint  NOT NULL,
    admitted integer NOT NULL,
    PRIMARY KEY (gate, at)
);

-- All executions, active and ended, to look at.
CREATE VIEW baton_executions AS
SELECT id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority, owner, plan, status,
       flags, begun, ended, steps
FROM baton_execution
UNION ALL
SELECT id, name, trigger, coalesce(scheduled, 0), created, coalesce(not_before, 0), parameters, key, queue, labels,
       priority, NULL, plan, status, flags, begun, ended, steps
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
