-- Times are microseconds since 1970, 0 for none. Statuses and triggers are their words.

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

CREATE TABLE baton_plan (
    id   uuid  NOT NULL PRIMARY KEY,
    body bytea NOT NULL
);

-- Vacuumed early: what was claimed stays at the front of the index of what is adrift until then.
-- Active while ended = 0. Active and without a home: adrift, for any node to take.
CREATE TABLE baton_execution (
    id         uuid    NOT NULL PRIMARY KEY,
    name       text    NOT NULL,
    trigger    text    NOT NULL,
    scheduled  bigint  NOT NULL DEFAULT 0,
    created    bigint  NOT NULL,
    not_before bigint  NOT NULL DEFAULT 0,
    parameters text    NOT NULL DEFAULT '{}',
    key        text,
    queue      text    NOT NULL,
    labels     text[]  NOT NULL DEFAULT '{}',
    priority   integer NOT NULL DEFAULT 0,
    -- The lowest goes first; a minute of waiting is worth one step of priority.
    rank       bigint  NOT NULL GENERATED ALWAYS AS (GREATEST(created, not_before) - priority * 60000000::bigint) STORED,
    home       uuid,
    plan       uuid,
    status     text    NOT NULL DEFAULT 'running',
    flags      integer NOT NULL DEFAULT 0,
    begun      bigint  NOT NULL DEFAULT 0,
    ended      bigint  NOT NULL DEFAULT 0
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);

-- No index has a column that changes between the creation and the end of an execution, but for its home: what happens
-- in between is a HOT update.
CREATE INDEX baton_execution_adrift ON baton_execution (queue, rank, id) WHERE home IS NULL AND ended = 0;
CREATE INDEX baton_execution_home ON baton_execution (home) WHERE home IS NOT NULL;
CREATE INDEX baton_execution_past ON baton_execution (name, ended, id) WHERE ended <> 0;
CREATE INDEX baton_execution_ended ON baton_execution (ended) WHERE ended <> 0;
-- For who looks for the few that did not succeed. A success never comes near it.
CREATE INDEX baton_execution_unwell ON baton_execution (id) WHERE ended <> 0 AND status <> 'success';
CREATE UNIQUE INDEX baton_execution_key ON baton_execution (key) WHERE key IS NOT NULL;

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

-- No index has a run's status: with one, no update that ends a run would be a HOT update.

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
CREATE INDEX baton_ticket_execution ON baton_ticket (execution);

-- How many a gate with a rate let in at which time, for as long as that counts.
CREATE TABLE baton_pass (
    gate   text    NOT NULL,
    at     bigint  NOT NULL,
    passes integer NOT NULL,
    PRIMARY KEY (gate, at)
);
