-- The rank and the time to wake were generated columns. PostgreSQL reads the expression of a stored generated column anew
-- for each row that is updated, which cost a claim as much as all the rest of it: the indexes compute both instead.

DROP INDEX baton_execution_ready;

DROP INDEX baton_execution_delayed;

ALTER TABLE baton_execution DROP COLUMN rank, DROP COLUMN wake_at;

-- By rank: the lowest goes first; a minute of waiting is worth one step of priority.
-- Vacuumed early: what was claimed stays at the front of this index until then.
CREATE INDEX baton_execution_ready
ON baton_execution (queue, (GREATEST(created, not_before) - priority * 60000000::bigint), id)
WHERE home IS NULL AND (GREATEST(not_before, sleeps_until) = 0 OR due);

CREATE INDEX baton_execution_delayed ON baton_execution ((GREATEST(not_before, sleeps_until)))
WHERE home IS NULL AND GREATEST(not_before, sleeps_until) <> 0 AND NOT due;
