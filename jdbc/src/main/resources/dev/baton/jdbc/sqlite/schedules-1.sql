-- Schedules that are data. Each change of any of them has the next version, by which nodes find what changed. Whether one
-- is paused, and which of its fires were handled, stands in baton_definition under its name with an @ in front.
CREATE TABLE baton_schedule (
    name       TEXT    NOT NULL PRIMARY KEY,
    job        TEXT    NOT NULL,
    parameters TEXT    NOT NULL,
    schedule   TEXT    NOT NULL,
    missed     TEXT    NOT NULL,
    moved_from INTEGER NOT NULL,
    moved_to   INTEGER NOT NULL,
    removed    INTEGER NOT NULL,
    version    INTEGER NOT NULL
) WITHOUT ROWID;

CREATE UNIQUE INDEX baton_schedule_version ON baton_schedule (version);

CREATE INDEX baton_schedule_removed ON baton_schedule (version) WHERE removed;
