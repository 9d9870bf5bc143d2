-- Nothing changes on SQLite, whose generated columns are computed for the indexes alone.
SELECT 1;
