package dev.baton.bench.durable;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** db-scheduler, tuned for throughput as its manual says. */
final class DbSchedulerInPostgres implements Fillable {

    static final String NAME = "db-scheduler";

    private static final String TASK = "no-op";
    // The fastest of 10, 20, 50 and 100 with the connections that everybody has.
    private static final int THREADS = 50;
    // The manual's example of keeping the threads busy.
    private static final double FETCH_BELOW = 1.0;
    private static final double FETCH_UP_TO = 4.0;

    /** As published with it for PostgreSQL. */
    private static final String TABLES = """
            CREATE TABLE scheduled_tasks (
                task_name text NOT NULL,
                task_instance text NOT NULL,
                task_data bytea,
                execution_time timestamp with time zone NOT NULL,
                picked boolean NOT NULL,
                picked_by text,
                last_success timestamp with time zone,
                last_failure timestamp with time zone,
                consecutive_failures int,
                last_heartbeat timestamp with time zone,
                version bigint NOT NULL,
                priority smallint,
                PRIMARY KEY (task_name, task_instance)
            );
            CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
            CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
            CREATE INDEX priority_execution_time_idx ON scheduled_tasks (priority DESC, execution_time ASC)
            """;

    private static final String FILL = """
            INSERT INTO scheduled_tasks (task_name, task_instance, execution_time, picked, version)
            SELECT '%s', 'filled-' || number, now() - interval '1 day' + number * interval '1 millisecond', false, 1
            FROM generate_series(1, %d) AS number
            """;

    private final AtomicLong instances = new AtomicLong();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void createTables(Workplace workplace) throws SQLException {
        workplace.execute(TABLES);
    }

    /** It keeps no jobs that have ended. */
    @Override
    public void fill(Workplace workplace, int finished, int ready) throws SQLException {
        workplace.execute(FILL.formatted(TASK, ready));
    }

    @Override
    public DurableScheduler open(Workplace workplace, Runnable body) {
        HikariDataSource pool = workplace.newPool();
        OneTimeTask<Void> task = Tasks.oneTime(TASK).execute((instance, context) -> body.run());
        Scheduler scheduler = Scheduler.create(pool, task)
                .threads(THREADS)
                .pollUsingLockAndFetch(FETCH_BELOW, FETCH_UP_TO)
                .pollingInterval(Duration.ofSeconds(1))
                .enableImmediateExecution()
                .build();
        return new Opened(pool, task, scheduler);
    }

    private final class Opened implements DurableScheduler {

        private final HikariDataSource pool;
        private final OneTimeTask<Void> task;
        private final Scheduler scheduler;

        Opened(HikariDataSource pool, OneTimeTask<Void> task, Scheduler scheduler) {
            this.pool = pool;
            this.task = task;
            this.scheduler = scheduler;
        }

        @Override
        public void enqueueAll(int jobs) {
            for (int size : EnqueueBatches.sizes(jobs)) {
                List<TaskInstance<?>> batch = Stream.<TaskInstance<?>>generate(this::newInstance)
                        .limit(size)
                        .toList();
                scheduler.scheduleBatch(batch, Instant.now());
            }
        }

        @Override
        public void enqueue() {
            scheduler.scheduleIfNotExists(newInstance(), Instant.now());
        }

        private TaskInstance<Void> newInstance() {
            return task.instance(Long.toString(instances.incrementAndGet()));
        }

        @Override
        public void start() {
            scheduler.start();
        }

        @Override
        public long unfinished() throws SQLException {
            try (Connection connection = pool.getConnection()) {
                return Sql.count(connection, "SELECT count(*) FROM scheduled_tasks");
            }
        }

        @Override
        public void close() {
            scheduler.stop();
            pool.close();
        }
    }
}
