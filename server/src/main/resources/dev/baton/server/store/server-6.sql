-- How many ready runs wait at each server, by queue: what a server has taken into memory only that server can count.

CREATE TABLE baton_server_queue (
    server text    NOT NULL,
    queue  text    NOT NULL,
    runs   integer NOT NULL,
    since  bigint  NOT NULL,
    seen   bigint  NOT NULL,
    PRIMARY KEY (server, queue)
);
