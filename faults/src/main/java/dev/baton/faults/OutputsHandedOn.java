package dev.baton.faults;

import java.util.List;

/** Each command finds what its parents handed on in this execution, and a reducer the results of all items. */
final class OutputsHandedOn implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        return evidence.ledger().stream()
                .filter(entry -> entry.event() == LedgerEntry.Event.WRONG)
                .map(entry -> entry + " did not find what its parents handed on")
                .toList();
    }
}
