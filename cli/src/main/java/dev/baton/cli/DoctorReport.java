package dev.baton.cli;

import dev.baton.server.doctor.Finding;
import dev.baton.server.doctor.Finding.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The findings of {@code baton doctor} so far. For one thread. */
final class DoctorReport {

    private final List<Finding> findings = new ArrayList<>();

    void add(Finding finding) {
        findings.add(finding);
    }

    void addAll(List<Finding> more) {
        findings.addAll(more);
    }

    /** Adds what a server found. */
    void addAnswer(JsonNode report) {
        for (JsonNode found : report.path("findings")) {
            findings.add(new Finding(
                    found.path("check").asString(""),
                    level(found.path("status").asString("")),
                    found.path("detail").asString(""),
                    found.has("hint") ? found.path("hint").asString("") : null));
        }
    }

    /** A level that only a newer server knows is worth a look. */
    private static Level level(String name) {
        for (Level level : Level.values()) {
            if (level.toString().equals(name.toLowerCase(Locale.ROOT))) {
                return level;
            }
        }
        return Level.WARN;
    }

    /** The worst of all. */
    Level worst() {
        return findings.stream()
                .map(Finding::status)
                .max(Comparator.naturalOrder())
                .orElse(Level.OK);
    }

    /** For people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Finding finding : findings) {
            lines.add("%-4s  %s: %s".formatted(finding.status(), finding.check(), finding.detail()));
            if (finding.hint() != null) {
                lines.add("      " + finding.hint());
            }
        }
        return lines;
    }

    /** For programs; as the server answers. */
    Map<String, Object> json() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("status", worst().toString());
        report.put("findings", findings.stream().map(DoctorReport::json).toList());
        return report;
    }

    private static Map<String, Object> json(Finding finding) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("check", finding.check());
        json.put("status", finding.status().toString());
        json.put("detail", finding.detail());
        if (finding.hint() != null) {
            json.put("hint", finding.hint());
        }
        return json;
    }
}
