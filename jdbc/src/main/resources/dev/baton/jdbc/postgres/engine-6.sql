-- Nothing else changes on PostgreSQL, where a claim writes to the execution's own row.
COMMENT ON TABLE baton_execution IS 'The executions that have not ended';
