package dev.baton.cli.convert;

import dev.baton.server.config.SpecSchema;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * Reads the jobs of CronLord, whose files resemble those of Baton: keys with the same name are copied, others are
 * renamed, and keys without a counterpart are noted.
 */
final class CronLordToml {

    private static final Map<String, String> RENAMED = Map.ofEntries(
            Map.entry("cron", "schedule"),
            Map.entry("tz", "timezone"),
            Map.entry("time_zone", "timezone"),
            Map.entry("working_dir", "working_directory"),
            Map.entry("workdir", "working_directory"),
            Map.entry("cwd", "working_directory"),
            Map.entry("environment", "env"),
            Map.entry("concurrency_limit", "max_concurrent"),
            Map.entry("retries", "retry_count"),
            Map.entry("max_retries", "retry_count"),
            Map.entry("retry_delay", "retry_delay_sec"),
            Map.entry("timeout_seconds", "timeout_sec"));

    private final Imported made = new Imported();
    private final Set<String> known = new LinkedHashSet<>();

    CronLordToml() {
        SpecSchema.json()
                .at("/properties/jobs/items/properties")
                .propertyNames()
                .forEach(known::add);
    }

    Imported read(String text) {
        TomlParseResult document = Toml.parse(text);
        if (document.hasErrors()) {
            TomlPosition place = document.errors().get(0).position();
            throw new BadImportException("line " + place.line() + ": it is not TOML: "
                    + document.errors().get(0).getMessage());
        }
        for (String key : document.keySet()) {
            Object value = document.get(List.of(key));
            if (key.equals("jobs") || key.equals("job")) {
                jobs(value, line(document, key));
            } else {
                made.note(
                        line(document, key),
                        key
                                + " is not about a job, and not converted; [server], [worker] and [notifications] say such"
                                + " things here");
            }
        }
        if (made.jobCount() == 0) {
            throw new BadImportException("there is no [[jobs]] in it");
        }
        return made;
    }

    private void jobs(@Nullable Object value, int line) {
        if (value instanceof TomlArray list) {
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i) instanceof TomlTable job) {
                    job(job, "", list.inputPositionOf(i).line());
                }
            }
        } else if (value instanceof TomlTable tables) {
            for (String name : tables.keySet()) {
                if (tables.get(List.of(name)) instanceof TomlTable job) {
                    job(job, name, line(tables, name));
                }
            }
        } else {
            made.note(line, "jobs are tables: [[jobs]]");
        }
    }

    private void job(TomlTable table, String heading, int line) {
        String id = text(table, "id");
        String name = text(table, "name");
        String wanted = !id.isEmpty() ? id : !heading.isEmpty() ? heading : name;
        if (wanted.isEmpty()) {
            made.note(line, "a job without an id: it is called \"job\"");
        }
        Map<String, Object> job = made.job(wanted.isEmpty() ? "job" : wanted);
        if (!name.isEmpty() && !name.equals(wanted)) {
            job.put("title", name);
        }
        for (String key : table.keySet()) {
            Object value = table.get(List.of(key));
            if (value != null && !key.equals("id") && !key.equals("name")) {
                entry(job, key, value, line(table, key));
            }
        }
    }

    private void entry(Map<String, Object> job, String key, Object value, int line) {
        String renamed = RENAMED.getOrDefault(key, key);
        if (key.equals("enabled")) {
            if (value.equals(false)) {
                job.put("paused", true);
            }
        } else if (key.equals("category")) {
            job.put("tags", List.of(Imported.plain(value.toString())));
        } else if (known.contains(renamed)) {
            job.put(renamed, plain(value));
        } else {
            made.note(line, "job " + job.get("id") + ": " + key + " is not converted");
        }
    }

    private static Object plain(Object value) {
        if (value instanceof TomlTable table) {
            Map<String, Object> map = new LinkedHashMap<>();
            table.keySet().forEach(key -> {
                Object inner = table.get(List.of(key));
                if (inner != null) {
                    map.put(key, plain(inner));
                }
            });
            return map;
        }
        return value instanceof TomlArray list
                ? list.toList().stream().map(CronLordToml::plain).toList()
                : value;
    }

    private static String text(TomlTable table, String key) {
        return table.get(List.of(key)) instanceof String text ? text : "";
    }

    private static int line(TomlTable table, String key) {
        TomlPosition place = table.inputPositionOf(List.of(key));
        return place == null ? 0 : place.line();
    }
}
