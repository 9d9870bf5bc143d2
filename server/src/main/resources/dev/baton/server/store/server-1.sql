-- For SQLite and PostgreSQL alike. Times are microseconds since 1970, ids are UUIDs as text.

CREATE TABLE baton_token (
    id        text   NOT NULL PRIMARY KEY,
    name      text   NOT NULL,
    role      text   NOT NULL,
    prefix    text   NOT NULL,
    hash      text   NOT NULL UNIQUE,
    created   bigint NOT NULL,
    expires   bigint,
    last_used bigint,
    revoked   bigint
);

CREATE TABLE baton_session (
    hash    text   NOT NULL PRIMARY KEY,
    token   text   NOT NULL REFERENCES baton_token (id),
    created bigint NOT NULL,
    expires bigint NOT NULL
);

CREATE INDEX baton_session_expires ON baton_session (expires);

CREATE TABLE baton_audit (
    id      text   NOT NULL PRIMARY KEY,
    time    bigint NOT NULL,
    token   text   NOT NULL,
    actor   text   NOT NULL,
    action  text   NOT NULL,
    target  text   NOT NULL,
    detail  text   NOT NULL,
    address text   NOT NULL
);

CREATE INDEX baton_audit_time ON baton_audit (time, id);

CREATE TABLE baton_api_definition (
    name       text    NOT NULL PRIMARY KEY,
    type       text    NOT NULL,
    spec       text    NOT NULL,
    version    integer NOT NULL,
    changed_by text    NOT NULL,
    changed_at bigint  NOT NULL
);
