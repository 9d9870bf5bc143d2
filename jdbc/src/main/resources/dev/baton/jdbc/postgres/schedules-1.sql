-- Schedules that are data. Each change of any of them has the next version, by which nodes find what changed. Whether one
-- is paused, and which of its fires were handled, stands in baton_definition under its name with an @ in front.
CREATE TABLE baton_schedule (
    name       text    NOT NULL PRIMARY KEY,
    job        text    NOT NULL,
    parameters text    NOT NULL,
    schedule   text    NOT NULL,
    missed     text    NOT NULL,
    moved_from bigint  NOT NULL,
    moved_to   bigint  NOT NULL,
    removed    boolean NOT NULL,
    version    bigint  NOT NULL
);

CREATE UNIQUE INDEX baton_schedule_version ON baton_schedule (version);

CREATE INDEX baton_schedule_removed ON baton_schedule (version) WHERE removed;
