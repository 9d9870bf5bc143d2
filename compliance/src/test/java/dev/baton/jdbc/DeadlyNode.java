package dev.baton.jdbc;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A process with a job whose body kills it at once. Its arguments are the address of a database and an execution; it
 * exits with 0 when that execution has ended.
 */
final class DeadlyNode {

    static final String JOB = "deadly";
    static final int KILLED = 137;

    private DeadlyNode() {}

    public static void main(String[] arguments) throws Exception {
        Baton baton = open(arguments[0]);
        baton.add(Job.named(JOB).run(context -> Runtime.getRuntime().halt(KILLED)));
        baton.start();
        Execution execution = baton.execution(UUID.fromString(arguments[1]));
        execution.await(Duration.ofSeconds(30));
        System.exit(0);
    }

    /** A scheduler on a database, not started. */
    static Baton open(String url) {
        Baton.Builder builder = Baton.builder().lease(Duration.ofMillis(500));
        if (url.startsWith("jdbc:postgresql:")) {
            PGSimpleDataSource database = new PGSimpleDataSource();
            database.setUrl(url);
            return builder.store(Stores.postgres(database)).build();
        }
        return builder.store(Stores.sqlite(Path.of(url))).build();
    }
}
