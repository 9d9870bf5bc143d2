-- Times are microseconds since 1970, ids are UUIDs as text.
CREATE TABLE IF NOT EXISTS baton_notification (
    id           text    NOT NULL PRIMARY KEY,
    channel      text    NOT NULL,
    event        text    NOT NULL,
    name         text    NOT NULL,
    payload      text    NOT NULL,
    state        text    NOT NULL,
    attempts     integer NOT NULL,
    next_attempt bigint  NOT NULL,
    created      bigint  NOT NULL,
    error        text    NOT NULL
);

CREATE INDEX IF NOT EXISTS baton_notification_due
ON baton_notification (next_attempt)
WHERE state = 'waiting';

CREATE INDEX IF NOT EXISTS baton_notification_created
ON baton_notification (created);

CREATE TABLE IF NOT EXISTS baton_notification_failing (
    type  text   NOT NULL,
    name  text   NOT NULL,
    since bigint NOT NULL,
    PRIMARY KEY (type, name)
);
