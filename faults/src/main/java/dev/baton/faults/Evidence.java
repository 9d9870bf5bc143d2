package dev.baton.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
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
 */
record Evidence(
        Scenarios scenarios,
        Submissions submissions,
        Chronicle chronicle,
        Recorded recorded,
        Trail trail,
        List<LedgerEntry> ledger,
        Map<UUID, Map<String, List<LedgerEntry>>> byRun) {

    static Evidence gather(
            Scenarios scenarios, Submissions submissions, Chronicle chronicle, Database database, Path directory)
            throws SQLException, IOException {
        List<LedgerEntry> ledger = Ledger.read(directory);
        return new Evidence(
                scenarios,
                submissions,
                chronicle,
                Recorded.read(database),
                Trail.read(database),
                ledger,
                ledger.stream()
                        .collect(Collectors.groupingBy(
                                LedgerEntry::execution, Collectors.groupingBy(LedgerEntry::step))));
    }

    /** What the bodies of a run said, in order. */
    List<LedgerEntry> entries(UUID execution, String step) {
        return byRun.getOrDefault(execution, Map.of()).getOrDefault(step, List.of());
    }
}
