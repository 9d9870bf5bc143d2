-- The queues and labels that a worker's token is bound to, separated by spaces; none for any.

ALTER TABLE baton_token ADD COLUMN queues text;

ALTER TABLE baton_token ADD COLUMN labels text;

-- Who paused what, and why. Whether something is paused, the engine knows.

CREATE TABLE baton_pause (
    name   text   NOT NULL PRIMARY KEY,
    reason text   NOT NULL,
    token  text   NOT NULL,
    actor  text   NOT NULL,
    since  bigint NOT NULL
);
