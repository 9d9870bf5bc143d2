-- The bodies are compressed already.
CREATE TABLE IF NOT EXISTS baton_log_run (
    run     text    NOT NULL PRIMARY KEY,
    bytes   bigint  NOT NULL,
    lines   bigint  NOT NULL,
    dropped bigint  NOT NULL DEFAULT 0,
    closed  boolean NOT NULL,
    updated bigint  NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE IF NOT EXISTS baton_log (
    run     text    NOT NULL,
    start   bigint  NOT NULL,
    number  bigint  NOT NULL,
    attempt integer NOT NULL,
    size    integer NOT NULL,
    packed  boolean NOT NULL,
    body    bytea   NOT NULL,
    PRIMARY KEY (run, start)
);

ALTER TABLE baton_log ALTER COLUMN body SET STORAGE EXTERNAL;
