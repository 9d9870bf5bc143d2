-- A row is an execution that another one, its child, runs after. Until the child has ended, retention keeps the parent. The
-- row stays until the child is removed, since a retry of the child may need the parent again.
CREATE TABLE baton_awaited (
    parent uuid NOT NULL,
    child  uuid NOT NULL,
    PRIMARY KEY (parent, child)
);

CREATE INDEX baton_awaited_child ON baton_awaited (child);
