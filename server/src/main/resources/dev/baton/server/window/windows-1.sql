CREATE TABLE IF NOT EXISTS baton_window_use (
    job        text NOT NULL,
    dependency text NOT NULL,
    used       text NOT NULL,
    used_by    text NOT NULL,
    PRIMARY KEY (job, dependency)
);

CREATE TABLE IF NOT EXISTS baton_window_refusal (
    job     text   NOT NULL PRIMARY KEY,
    at      bigint NOT NULL,
    refused text   NOT NULL
);
