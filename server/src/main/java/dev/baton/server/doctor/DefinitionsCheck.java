package dev.baton.server.doctor;

import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import java.util.ArrayList;
import java.util.List;

/** Checks definitions for settings that their authors may not have intended. */
public final class DefinitionsCheck implements Check {

    private final Catalog catalog;

    /** Checks the definitions of a catalog. */
    public DefinitionsCheck(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public String name() {
        return "definitions";
    }

    @Override
    public List<Finding> look() {
        List<Finding> findings = new ArrayList<>();
        for (Entry entry : catalog.all()) {
            for (String warning : entry.timing().clock().warnings(entry.name())) {
                findings.add(Finding.warn(
                        name(),
                        warning,
                        "If that is intended, ignore the warning; GET /api/v1/cron shows when it fires."));
            }
        }
        return findings.isEmpty()
                ? List.of(Finding.ok(name(), catalog.all().size() + " jobs and workflows, without warnings"))
                : findings;
    }
}
