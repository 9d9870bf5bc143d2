-- Written by triggers, in the transactions of the nodes: what is here was committed with what it is about. A node's
-- connections carry the name of its process. Times are microseconds since 1970, of the machine's clock.

CREATE TABLE trail_node (
    id      uuid NOT NULL PRIMARY KEY,
    process text NOT NULL
);

CREATE TABLE trail_death (
    node    uuid   NOT NULL,
    expires bigint NOT NULL,
    at      bigint NOT NULL
);

CREATE TABLE trail_owner (
    number    bigserial NOT NULL PRIMARY KEY,
    execution uuid      NOT NULL,
    former    uuid,
    owner     uuid,
    ended     boolean   NOT NULL,
    asleep    boolean   NOT NULL,
    process   text      NOT NULL,
    at        bigint    NOT NULL
);

CREATE TABLE trail_end (
    execution uuid   NOT NULL,
    step      integer NOT NULL,
    job       text   NOT NULL,
    status    text   NOT NULL,
    owner     uuid,
    process   text   NOT NULL,
    at        bigint NOT NULL,
    finished  bigint
);

CREATE INDEX trail_end_execution ON trail_end (execution);
CREATE INDEX trail_owner_execution ON trail_owner (execution);

CREATE FUNCTION trail_micros(moment timestamptz) RETURNS bigint LANGUAGE sql AS $$
    SELECT (extract(epoch FROM moment) * 1000000)::bigint
$$;

CREATE FUNCTION trail_node() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO trail_node VALUES (NEW.id, current_setting('application_name'));
    ELSIF NEW.dead AND NOT OLD.dead THEN
        INSERT INTO trail_death VALUES (NEW.id, trail_micros(OLD.expires), trail_micros(clock_timestamp()));
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION trail_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    former uuid := CASE WHEN TG_OP = 'UPDATE' THEN OLD.owner END;
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO trail_owner (execution, former, owner, ended, asleep, process, at)
        VALUES (OLD.id, OLD.owner, NULL, true, false, current_setting('application_name'), trail_micros(clock_timestamp()));
        RETURN NULL;
    END IF;
    IF former IS DISTINCT FROM NEW.owner THEN
        INSERT INTO trail_owner (execution, former, owner, ended, asleep, process, at)
        VALUES (NEW.id, former, NEW.owner, NEW.ended <> 0,
                NEW.owner IS NULL AND NEW.sleeps_until > 0 AND NOT NEW.due,
                current_setting('application_name'), trail_micros(clock_timestamp()));
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION trail_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO trail_end
    VALUES (NEW.execution, NEW.step, NEW.job, NEW.status, (SELECT owner FROM baton_execution WHERE id = NEW.execution),
            current_setting('application_name'), trail_micros(clock_timestamp()));
    RETURN NULL;
END $$;

-- The only run of an execution ends with it. One that is put away after a look at it has ended before.
CREATE FUNCTION trail_end_alone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM trail_end WHERE execution = NEW.id AND finished = NEW.run_finished) THEN
        INSERT INTO trail_end (execution, step, job, status, owner, process, at, finished)
        VALUES (NEW.id, 0, coalesce(NEW.run_job, NEW.name), NEW.run_status,
                (SELECT former FROM trail_owner WHERE execution = NEW.id ORDER BY number DESC LIMIT 1),
                current_setting('application_name'), trail_micros(clock_timestamp()), NEW.run_finished);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER trail_node AFTER INSERT OR UPDATE ON baton_node
FOR EACH ROW EXECUTE FUNCTION trail_node();

CREATE TRIGGER trail_owner AFTER INSERT OR UPDATE OR DELETE ON baton_execution
FOR EACH ROW EXECUTE FUNCTION trail_owner();

CREATE TRIGGER trail_end AFTER INSERT OR UPDATE ON baton_run
FOR EACH ROW WHEN (NEW.finished <> 0) EXECUTE FUNCTION trail_end();

CREATE TRIGGER trail_end_alone AFTER INSERT ON baton_ended
FOR EACH ROW WHEN (NEW.run_finished <> 0) EXECUTE FUNCTION trail_end_alone();
