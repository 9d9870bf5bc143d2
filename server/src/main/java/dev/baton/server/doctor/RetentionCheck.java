package dev.baton.server.doctor;

import dev.baton.jdbc.History;
import dev.baton.policy.Retention;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks that retention removes old executions. */
public final class RetentionCheck implements Check {

    /** Executions that ended since then may not have been examined yet. */
    private static final Duration LATELY = Duration.ofMinutes(30);

    private final Catalog catalog;
    private final History history;
    private final Retention retention;
    private final Clock clock;

    /** Checks the executions of the definitions in a catalog. */
    public RetentionCheck(Catalog catalog, History history, Retention retention, Clock clock) {
        this.catalog = catalog;
        this.history = history;
        this.retention = retention;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "retention";
    }

    @Override
    public List<Finding> look() {
        List<Finding> findings = new ArrayList<>();
        for (Entry entry : catalog.all()) {
            long old = count(entry.name(), Instant.EPOCH)
                    - count(entry.name(), clock.instant().minus(LATELY));
            if (old > retention.count()) {
                findings.add(Finding.warn(
                        name(),
                        old + " executions of " + entry.name() + " are kept, and " + retention.count() + " should be",
                        "Check the server's log for errors of retention."));
            }
        }
        return findings.isEmpty()
                ? List.of(Finding.ok(name(), "no more than " + retention.count() + " executions of each are kept"))
                : findings;
    }

    private long count(String name, Instant since) {
        return history.countByStatus(Set.of(name), since).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
