-- The node that advances an execution is its owner, here as everywhere else.
ALTER TABLE baton_execution RENAME COLUMN home TO owner;
