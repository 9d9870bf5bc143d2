package dev.baton.jdbc;

import dev.baton.Baton;
import dev.baton.seeded.Draw;
import dev.baton.seeded.Seeds;
import dev.baton.spi.Store;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random workflows under random commands from several threads, with the real clock: everything ends nevertheless.
 *
 * <p>A seed repeats the definitions, the submissions and the choices of each thread, but not the timing, which decides
 * what comes of them: a failure may need many tries of its seed (with {@code -Plong}) to come again. Its message
 * therefore tells which commands the execution in question got, in order.
 */
@Tag("long")
class RandomCommandsTest {

    private static final int TRIES = 2;

    @Test
    void in_memory_every_execution_ends_whatever_is_commanded() {
        Seeds.tries(TRIES, draw -> {
            try (Trial trial = trial(draw, List.of(Baton::builder))) {
                disturb(trial, draw);
                new EverythingEnds(trial).check();
            }
        });
    }

    @Test
    void on_sqlite_every_execution_ends_whatever_is_commanded_and_reads_the_same_after_a_restart() {
        Seeds.tries(TRIES, draw -> {
            Path file = FreshSqlite.newFile();
            play(draw, 1, () -> Stores.sqlite(file));
        });
    }

    @Test
    void on_postgres_every_execution_ends_whatever_is_commanded_and_reads_the_same_after_a_restart() {
        Seeds.tries(TRIES, draw -> {
            DataSource schema = RealPostgres.freshSchema();
            play(draw, 1, () -> Stores.postgres(schema));
        });
    }

    @Test
    void on_two_nodes_every_execution_ends_whichever_of_them_is_commanded() {
        Seeds.tries(TRIES, draw -> {
            DataSource schema = RealPostgres.freshSchema();
            play(draw, 2, () -> Stores.postgres(schema));
        });
    }

    private static void play(Draw draw, int nodes, Supplier<Store> stores) throws Exception {
        List<Supplier<Baton.Builder>> builders =
                Collections.nCopies(nodes, () -> Baton.builder().store(stores.get()));
        try (Trial trial = trial(draw, builders)) {
            disturb(trial, draw);
            EverythingEnds promises = new EverythingEnds(trial);
            promises.check();
            promises.checkThatARestartChangesNothing();
        }
    }

    private static Trial trial(Draw draw, List<Supplier<Baton.Builder>> nodes) {
        return new Trial(new RandomWorkflows(draw, new RandomBody(draw.seed())), nodes);
    }

    private static void disturb(Trial trial, Draw draw) throws Exception {
        trial.open();
        RandomCommands commands = RandomCommands.start(trial, draw);
        try {
            new RandomLoad(trial, draw).play();
        } finally {
            commands.stop();
        }
    }
}
