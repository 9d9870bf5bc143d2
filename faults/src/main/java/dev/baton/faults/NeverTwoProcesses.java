package dev.baton.faults;

import java.util.List;

/** One run never has two living processes on one host: each command looks for an earlier one of its run. */
final class NeverTwoProcesses implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        return evidence.ledger().stream()
                .filter(entry -> entry.event() == LedgerEntry.Event.BESIDE)
                .map(entry -> entry + " was started beside a living process of its run")
                .toList();
    }
}
