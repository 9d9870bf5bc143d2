-- Written by a trigger, in the transactions of the process: what is here was committed with what it is about. There is
-- one process at a time, so nobody takes anything from it, and the other tables stay empty.

CREATE TABLE trail_node (
    id      TEXT NOT NULL PRIMARY KEY,
    process TEXT NOT NULL
);

CREATE TABLE trail_death (
    node    TEXT    NOT NULL,
    expires INTEGER NOT NULL,
    at      INTEGER NOT NULL
);

CREATE TABLE trail_owner (
    number    INTEGER NOT NULL PRIMARY KEY,
    execution TEXT    NOT NULL,
    former    TEXT,
    owner      TEXT,
    ended     INTEGER NOT NULL,
    asleep    INTEGER NOT NULL,
    process   TEXT    NOT NULL,
    at        INTEGER NOT NULL
);

CREATE TABLE trail_end (
    execution TEXT    NOT NULL,
    step      INTEGER NOT NULL,
    job       TEXT    NOT NULL,
    status    TEXT    NOT NULL,
    owner      TEXT,
    process   TEXT,
    at        INTEGER NOT NULL
);

CREATE TRIGGER trail_end AFTER INSERT ON baton_run WHEN NEW.finished <> 0
BEGIN
    INSERT INTO trail_end
    VALUES (hex(NEW.execution), NEW.step, NEW.job, NEW.status, NULL, NULL,
            CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER));
END;

-- The only run of an execution ends with it. One that is put away after a look at it has ended before.
CREATE TRIGGER trail_end_alone AFTER INSERT ON baton_ended
WHEN NEW.run_finished <> 0 AND NOT EXISTS (
    SELECT 1
    FROM baton_execution
    WHERE id = NEW.id AND run_finished = NEW.run_finished
)
BEGIN
    INSERT INTO trail_end
    VALUES (hex(NEW.id), 0, coalesce(NEW.run_job, NEW.name), NEW.run_status, NULL, NULL,
            CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER));
END;
