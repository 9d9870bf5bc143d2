-- Times are microseconds since 1970, 0 or NULL for none. Statuses and triggers are their words.

CREATE TABLE baton_node (
    id      uuid        NOT NULL PRIMARY KEY,
    expires timestamptz NOT NULL,
    dead    boolean     NOT NULL DEFAULT false
) WITH (fillfactor = 50);

CREATE TABLE baton_definition (
    name       text    NOT NULL PRIMARY KEY,
    paused     boolean NOT NULL DEFAULT false,
    dealt_with bigint  NOT NULL
) WITH (fillfactor = 50);

-- A plan that nothing refers to is removed a day after a commit last brought it along.
CREATE TABLE baton_plan (
    id   uuid        NOT NULL PRIMARY KEY,
    body bytea       NOT NULL,
    used timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The executions that have not ended. One without a home is adrift, for any node to take. One whose ended is not 0 had
-- ended, and a node has taken it to change it.
--
-- The columns of a run, from run_job on, are those of the only run of an execution of one step; it has no row in
-- baton_run. No index has a column that changes between the claim of an execution and its end.
CREATE TABLE baton_execution (
    id             uuid    NOT NULL PRIMARY KEY,
    home           uuid,
    plan           uuid,
    scheduled      bigint  NOT NULL DEFAULT 0,
    created        bigint  NOT NULL,
    not_before     bigint  NOT NULL DEFAULT 0,
    -- The lowest goes first; a minute of waiting is worth one step of priority.
    rank           bigint  NOT NULL GENERATED ALWAYS AS (GREATEST(created, not_before) - priority * 60000000::bigint) STORED,
    -- Until when a node has put it to sleep, because it only waits.
    sleeps_until   bigint  NOT NULL DEFAULT 0,
    wake_at        bigint  NOT NULL GENERATED ALWAYS AS (GREATEST(not_before, sleeps_until)) STORED,
    begun          bigint  NOT NULL DEFAULT 0,
    ended          bigint  NOT NULL DEFAULT 0,
    priority       integer NOT NULL DEFAULT 0,
    flags          integer NOT NULL DEFAULT 0,
    steps          integer NOT NULL DEFAULT 0,
    -- Whether a claim has found that wake_at is past.
    due            boolean NOT NULL DEFAULT false,
    -- Whether a node had it and let it go, so that it may have runs.
    tried          boolean NOT NULL DEFAULT false,
    name           text    NOT NULL,
    trigger        text    NOT NULL,
    queue          text    NOT NULL,
    status         text    NOT NULL DEFAULT 'running',
    labels         text[]  NOT NULL DEFAULT '{}',
    parameters     text    NOT NULL DEFAULT '{}',
    key            text,
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

-- Vacuumed early: what was claimed stays at the front of this index until then.
CREATE INDEX baton_execution_ready ON baton_execution (queue, rank, id)
WHERE home IS NULL AND (wake_at = 0 OR due);

CREATE INDEX baton_execution_delayed ON baton_execution (wake_at)
WHERE home IS NULL AND wake_at <> 0 AND NOT due;

-- The executions that have ended: rows are inserted and removed, and hardly ever changed. A run_job that is NULL is the
-- name of the execution.
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

-- Idempotency keys, each of one execution, active or ended.
CREATE TABLE baton_key (
    key       text NOT NULL PRIMARY KEY,
    execution uuid NOT NULL
);

-- The runs of executions of several steps. No index has a run's status: with one, no update that ends a run would be a
-- HOT update.
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
    notes       bytea,
    PRIMARY KEY (execution, step)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

CREATE TABLE baton_mail (
    id       bigserial NOT NULL PRIMARY KEY,
    receiver uuid      NOT NULL,
    message  text      NOT NULL
);

CREATE INDEX baton_mail_receiver ON baton_mail (receiver, id);

CREATE TABLE baton_gate (
    name text NOT NULL PRIMARY KEY
);

CREATE TABLE baton_ticket (
    gate      text    NOT NULL,
    execution uuid    NOT NULL,
    step      integer NOT NULL,
    node      uuid    NOT NULL,
    rank      bigint  NOT NULL,
    otherwise text    NOT NULL,
    admitted  bigint,
    replaced  boolean NOT NULL DEFAULT false,
    PRIMARY KEY (gate, execution, step)
);

CREATE INDEX baton_ticket_waiting ON baton_ticket (gate, rank, execution, step) WHERE admitted IS NULL;
CREATE INDEX baton_ticket_in ON baton_ticket (gate) WHERE admitted IS NOT NULL;
CREATE INDEX baton_ticket_execution ON baton_ticket (execution);

-- How many a gate with a rate let in at which time, for as long as that counts.
CREATE TABLE baton_pass (
    gate   text    NOT NULL,
    at     bigint  NOT NULL,
    passes integer NOT NULL,
    PRIMARY KEY (gate, at)
);

-- All executions, active and ended, to look at.
CREATE VIEW baton_executions AS
SELECT id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority, home, plan, status,
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
