-- One row for all executions that are claimed together, instead of a row for each: the process knows which of them have
-- ended since, and removes the row after the last. Only when the process dies are the rows read.
UPDATE baton_execution
SET owner = (SELECT claim.owner FROM baton_claim AS claim WHERE claim.execution = id)
WHERE id IN (SELECT execution FROM baton_claim);

DROP VIEW baton_executions;

DROP TABLE baton_claim;

CREATE TABLE baton_claim (
    id         INTEGER NOT NULL PRIMARY KEY,
    owner      BLOB    NOT NULL,
    -- Their ids, 16 bytes each. Some may have ended.
    executions BLOB    NOT NULL
);

CREATE VIEW baton_claimed AS
SELECT substr(c.executions, n.i * 16 + 1, 16) AS execution, c.owner
FROM baton_claim AS c
CROSS JOIN baton_number AS n ON n.i < length(c.executions) / 16;

-- All executions, active and ended, to look at.
CREATE VIEW baton_executions AS
SELECT id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority,
       coalesce(e.owner, CASE WHEN e.id IN (SELECT execution FROM baton_claimed)
                         THEN (SELECT c.owner FROM baton_claim AS c LIMIT 1) END) AS owner,
       plan, status, flags, begun, ended, steps
FROM baton_execution AS e
UNION ALL
SELECT id, name, trigger, coalesce(scheduled, 0), created, coalesce(not_before, 0), parameters, key, queue,
       labels, priority, NULL, plan, status, flags, begun, ended, steps
FROM baton_ended;
