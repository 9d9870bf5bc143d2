-- A claim walks along the ready executions of a queue by their rank. Those that a node cannot claim, because it does not
-- know their name or has enough of them at a limit, are set aside after a while: they are sorted behind the others of
-- their queue, by name, and the claims of that node skip them together.
DROP INDEX baton_execution_ready;

-- 536870912 is the flag of an execution that was set aside, 1073741824 that of one that brings its definition along.
-- Vacuumed early: what was claimed stays at the front of this index until then.
CREATE INDEX baton_execution_ready
ON baton_execution (
    queue,
    (CASE WHEN (flags & 536870912) = 0 THEN '' WHEN (flags & 1073741824) = 0 THEN name ELSE '*' END),
    (GREATEST(created, not_before) - priority * 60000000::bigint),
    id
)
WHERE home IS NULL AND (GREATEST(not_before, sleeps_until) = 0 OR due);
