package dev.baton.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * All that is known after the fact.
 *
 * @param scenarios what was to happen
 * @param submissions what was asked for
 * @param chronicle what harm was done
 * @param recorded what the store says
 * @param trail what the database noticed
 * @param ledger what the bodies say, in order
 * @param byRun the same by execution and step
 * @param drills what was commanded
 * @param roots by execution, the one that was asked for and that it is nested in
 */
record Evidence(
        Scenarios scenarios,
        Submissions submissions,
        Chronicle chronicle,
        Recorded recorded,
        Trail trail,
        List<LedgerEntry> ledger,
        Map<UUID, Map<String, List<LedgerEntry>>> byRun,
        List<Drill> drills,
        Map<UUID, UUID> roots) {

    /** Without drills. */
    Evidence(
            Scenarios scenarios,
            Submissions submissions,
            Chronicle chronicle,
            Recorded recorded,
            Trail trail,
            List<LedgerEntry> ledger,
            Map<UUID, Map<String, List<LedgerEntry>>> byRun) {
        this(scenarios, submissions, chronicle, recorded, trail, ledger, byRun, List.of(), recorded.roots());
    }

    static Evidence gather(
            Scenarios scenarios,
            Submissions submissions,
            Chronicle chronicle,
            List<Drill> drills,
            Database database,
            Path directory)
            throws SQLException, IOException {
        List<LedgerEntry> ledger = Ledger.read(directory);
        Recorded recorded = Recorded.read(database);
        return new Evidence(
                scenarios,
                submissions,
                chronicle,
                recorded,
                Trail.read(database),
                ledger,
                ledger.stream()
                        .collect(Collectors.groupingBy(
                                LedgerEntry::execution, Collectors.groupingBy(LedgerEntry::step))),
                drills,
                recorded.roots());
    }

    /** The ledger entries of an execution and of all executions nested in it, in order. */
    List<LedgerEntry> ledgerOf(UUID root) {
        return ledger.stream()
                .filter(entry -> entry.execution().equals(root) || root.equals(roots.get(entry.execution())))
                .toList();
    }

    /** The drill that an execution belongs to, itself or because it is nested in one. */
    Optional<Drill> drillOf(UUID execution) {
        UUID root = roots.getOrDefault(execution, execution);
        return drills.stream().filter(drill -> root.equals(drill.idOrNull())).findFirst();
    }

    /** The ledger entries of a run, in order. */
    List<LedgerEntry> entries(UUID execution, String step) {
        return byRun.getOrDefault(execution, Map.of()).getOrDefault(step, List.of());
    }
}
