-- On SQLite claims have a table of their own now. On PostgreSQL a claim locks the row of the execution, and so writes to
-- it anyway.
COMMENT ON COLUMN baton_execution.owner IS 'The node that advances the execution; NULL if any node may claim it.';
