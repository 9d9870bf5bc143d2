package dev.baton.faults;

import dev.baton.Baton;
import dev.baton.internal.run.LocalWorker;
import dev.baton.internal.time.SystemTime;
import dev.baton.jdbc.Stores;
import dev.baton.policy.Retention;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node as a process of its own, to be harmed. It registers all {@link Scenarios}, says {@code ready}, and does what it
 * is {@linkplain NodeCommands told} until it is terminated, which it answers with a clean stop.
 */
public final class FaultNode {

    private static final Logger LOG = LoggerFactory.getLogger(FaultNode.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private FaultNode() {}

    /** Starts the node that the system properties describe. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        NodeSettings settings = NodeSettings.fromProperties();
        Ledger ledger = Ledger.of(settings.directory(), settings.name());
        Baton baton = start(settings, ledger);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(baton)));
        System.out.println(NodeCommands.READY);
        new NodeCommands(baton).serve(System.in);
        // The driver is gone, and with it whoever would end this process.
        Runtime.getRuntime().halt(1);
    }

    private static void close(Baton baton) {
        baton.close();
        LOG.info("closed");
    }

    /** Tries until the database is there, as whatever supervises a service would. */
    private static Baton start(NodeSettings settings, Ledger ledger) throws InterruptedException {
        while (true) {
            try {
                return tryStart(settings, ledger);
            } catch (StoreUnavailableException e) {
                LOG.info("not started: {}", e.getMessage());
                Thread.sleep(PAUSE.toMillis());
            }
        }
    }

    private static Baton tryStart(NodeSettings settings, Ledger ledger) {
        Store store = store(settings);
        Baton baton = null;
        try {
            baton = Baton.builder()
                    .store(store)
                    .lease(settings.lease())
                    .closeGrace(settings.closeGrace())
                    .stopGrace(Duration.ofMillis(500))
                    .retention(Retention.count(Integer.MAX_VALUE).withTotal(Integer.MAX_VALUE))
                    .on(new SystemTime(Clock.offset(Clock.systemUTC(), settings.clock())), worker(settings))
                    .build();
            Registration registration = new Registration(ledger, settings.directory());
            for (Scenario scenario : Scenarios.standard().all()) {
                registration.register(baton, scenario);
            }
            new Waiting(ledger, settings.directory()).register(baton);
            return baton.start();
        } catch (StoreUnavailableException e) {
            if (baton == null) {
                store.close();
            } else {
                baton.close();
            }
            throw e;
        }
    }

    private static Worker.Factory worker(NodeSettings settings) {
        return settings.lanes() == 0 ? LocalWorker.standard() : LocalWorker.upTo(settings.lanes());
    }

    private static Store store(NodeSettings settings) {
        if (!settings.database().startsWith("jdbc:")) {
            return Stores.sqlite(Path.of(settings.database()));
        }
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(settings.database());
        dataSource.setApplicationName(settings.name());
        HaltPoint halt = HaltPoint.parse(settings.halt());
        return Stores.postgres(HaltingDataSource.of(dataSource, halt));
    }
}
