-- Dependencies between jobs that were made through the API. Conditions are bits: 1 success, 2 failure, 4 skipped.

CREATE TABLE baton_api_dependency (
    parent     text    NOT NULL,
    child      text    NOT NULL,
    conditions integer NOT NULL,
    changed_by text    NOT NULL,
    changed_at bigint  NOT NULL,
    PRIMARY KEY (parent, child)
);
