-- A component of the tests.

CREATE TABLE notebook (
    page integer NOT NULL PRIMARY KEY
);
