package dev.baton.server.doctor;

import dev.baton.server.http.Doc;
import java.util.Comparator;
import java.util.List;

/** The findings of all checks. */
@Doc("The health of the server.")
public record Report(
        @Doc("The worst status of all findings.") Finding.Level status,
        @Doc("The findings.") List<Finding> findings) {

    /** Creates a report whose status is the worst of the findings. */
    static Report of(List<Finding> findings) {
        Finding.Level worst = findings.stream()
                .map(Finding::status)
                .max(Comparator.naturalOrder())
                .orElse(Finding.Level.OK);
        return new Report(worst, List.copyOf(findings));
    }

    /** The exit code of the command line: 0 without problems, 1 with warnings, 2 with failures. */
    public int exitCode() {
        return status.ordinal();
    }
}
