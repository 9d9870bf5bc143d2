-- Counts the changes of what was made through the API, so that servers on the same database notice those of others.

CREATE TABLE baton_api_change (
    number bigint NOT NULL
);

INSERT INTO baton_api_change (number)
VALUES (0);
