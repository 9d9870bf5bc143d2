-- The workers of all servers. The leases that a worker holds are kept with their runs, in the engine's tables: here is
-- who it is, when it last gave a sign of life, to whichever server, and which leases it named then.

CREATE TABLE baton_worker (
    id           text    NOT NULL PRIMARY KEY,
    introduction text    NOT NULL,
    token        text,
    since        bigint  NOT NULL,
    seen         bigint  NOT NULL,
    draining     integer NOT NULL,
    leases       text    NOT NULL
);

-- Leases whose work is to stop: the owner of a run asks, and the server that the worker talks to passes it on.

CREATE TABLE baton_worker_stop (
    lease  text   NOT NULL PRIMARY KEY,
    worker text   NOT NULL,
    since  bigint NOT NULL
);

-- Results that came to a server that does not own the run: the owner, or the next one, takes them.

CREATE TABLE baton_worker_result (
    lease  text   NOT NULL PRIMARY KEY,
    worker text   NOT NULL,
    result text   NOT NULL,
    since  bigint NOT NULL
);
