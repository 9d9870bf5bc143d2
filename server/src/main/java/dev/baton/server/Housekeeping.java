package dev.baton.server;

import dev.baton.server.config.StorageSettings;
import dev.baton.server.store.AuditLog;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes old logs and audit entries, a few at a time. The engine removes old executions. */
final class Housekeeping implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

    private final StorageSettings.Retention retention;
    private final Storage storage;
    private final AuditLog audit;
    private final Runnable others;
    private final Clock clock;
    private final Periodic tidying;

    Housekeeping(StorageSettings.Retention retention, Storage storage, AuditLog audit, Runnable others, Clock clock) {
        this.retention = retention;
        this.storage = storage;
        this.audit = audit;
        this.others = others;
        this.clock = clock;
        this.tidying = new Periodic("baton-housekeeping", Duration.ofMinutes(1), this::tidy);
    }

    private void tidy() {
        int logs = storage.logs().prune(clock.instant().minus(retention.logAge()), storage.history()::existing);
        int rows = audit.prune(clock.instant().minus(retention.auditAge()));
        others.run();
        LOG.debug("removed {} logs and {} rows of the audit log", logs, rows);
    }

    @Override
    public void close() {
        tidying.close();
    }
}
