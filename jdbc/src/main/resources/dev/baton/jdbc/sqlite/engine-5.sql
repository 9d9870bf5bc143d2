-- Claiming executions wrote each of their rows anew, and took them out of the index of ready ones: three times the cost of
-- reading them. A claim writes to this narrow table instead. The node owns the executions in it, and those that it has
-- created for itself or taken one by one, whose rows name it as their owner.
CREATE TABLE baton_claim (
    execution BLOB NOT NULL PRIMARY KEY,
    owner     BLOB NOT NULL
) WITHOUT ROWID;

-- The numbers from 0 to 1,999: a statement for many similar rows cuts its parameters into pieces with them.
CREATE TABLE baton_number (
    i INTEGER NOT NULL PRIMARY KEY
);

INSERT INTO baton_number (i)
WITH RECURSIVE numbers (i) AS (
    VALUES (0)
    UNION ALL
    SELECT i + 1
    FROM numbers
    WHERE i < 1999
)
SELECT i
FROM numbers;

DROP VIEW baton_executions;

-- All executions, active and ended, to look at.
CREATE VIEW baton_executions AS
SELECT id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority,
       coalesce(e.owner, c.owner) AS owner, plan, status, flags, begun, ended, steps
FROM baton_execution AS e
LEFT JOIN baton_claim AS c ON c.execution = e.id
UNION ALL
SELECT id, name, trigger, coalesce(scheduled, 0), created, coalesce(not_before, 0), parameters, key, queue,
       labels, priority, NULL, plan, status, flags, begun, ended, steps
FROM baton_ended;
