-- A claim walks along the ready executions of a queue by their rank. Those that the node cannot claim, because it does not
-- know their name or has enough of them at a limit, are set aside after a while: they are sorted behind the others of
-- their queue, by name, and claims skip them together.
--
-- 536870912 is the flag of an execution that was set aside, 1073741824 that of one that brings its definition along.
ALTER TABLE baton_execution
ADD COLUMN aside TEXT NOT NULL
GENERATED ALWAYS AS (CASE WHEN (flags & 536870912) = 0 THEN '' WHEN (flags & 1073741824) = 0 THEN name ELSE '*' END) VIRTUAL;

DROP INDEX baton_execution_ready;

CREATE INDEX baton_execution_ready ON baton_execution (queue, aside, rank)
WHERE home IS NULL AND (wake_at = 0 OR due);
