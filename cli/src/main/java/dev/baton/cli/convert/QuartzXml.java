package dev.baton.cli.convert;

import dev.baton.error.BatonException;
import dev.baton.schedule.Schedule;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jobs and triggers of Quartz's job-scheduling-data. A job of Java code becomes one of kind java, whose handler a worker
 * has to register under the name of its class; one that runs a program becomes a command.
 */
final class QuartzXml {

    private static final Map<String, String> UNITS = Map.of("SECOND", "s", "MINUTE", "m", "HOUR", "h");
    private static final String NATIVE_JOB = "org.quartz.jobs.NativeJob";

    private final Imported made = new Imported();

    Imported read(String text) {
        XmlNode root = XmlNode.read(text);
        // Version 1 has a <job-detail> within each <job>.
        List<XmlNode> jobs = Stream.concat(root.all("job").stream(), root.all("job-detail").stream())
                .filter(job -> !job.text("job-class").isEmpty())
                .toList();
        if (jobs.isEmpty()) {
            throw new BadImportException(
                    "there is no <job> with a <job-class> in it: is it Quartz's job-scheduling-data?");
        }
        Map<String, List<XmlNode>> triggers = triggers(root);
        for (XmlNode job : jobs) {
            List<XmlNode> own =
                    Objects.requireNonNullElse(triggers.remove(key(job.text("name"), job.text("group"))), List.of());
            if (own.isEmpty()) {
                job(job, null);
            }
            own.forEach(trigger -> job(job, trigger));
            if (own.size() > 1) {
                made.note(
                        job.line(),
                        "job " + job.text("name") + " has " + own.size()
                                + " triggers: it is written once for each, since a job has one schedule here");
            }
        }
        triggers.values().forEach(left -> left.forEach(this::withoutJob));
        return made;
    }

    private void withoutJob(XmlNode trigger) {
        made.note(
                trigger.line(),
                "trigger " + trigger.text("name") + " is for job " + trigger.text("job-name")
                        + ", which is not in this file: left out");
    }

    private static Map<String, List<XmlNode>> triggers(XmlNode root) {
        Map<String, List<XmlNode>> triggers = new LinkedHashMap<>();
        for (XmlNode trigger : root.all("trigger")) {
            for (XmlNode kind : trigger.children()) {
                triggers.computeIfAbsent(key(kind.text("job-name"), kind.text("job-group")), name -> new ArrayList<>())
                        .add(kind);
            }
        }
        return triggers;
    }

    private static String key(String name, String group) {
        return (group.isEmpty() ? "DEFAULT" : group) + "." + name;
    }

    private void job(XmlNode xml, @Nullable XmlNode trigger) {
        String group = xml.text("group");
        boolean plain = group.isEmpty() || group.equals("DEFAULT");
        Map<String, Object> job = made.job(plain ? xml.text("name") : group + "." + xml.text("name"));
        if (!xml.text("description").isEmpty()) {
            job.put("description", xml.text("description"));
        }
        Map<String, Object> data = data(xml);
        if (trigger == null) {
            made.note(xml.line(), "job " + xml.text("name") + " has no trigger: it runs when it is triggered");
        } else {
            schedule(job, trigger);
            data.putAll(data(trigger));
        }
        body(xml, job, data);
        if (xml.text("recover").equals("true")) {
            made.note(xml.line(), "recover: runs of a worker that was lost start again here as far as retry allows");
            job.put("retry", new LinkedHashMap<>(Map.of("attempts", 2)));
        }
    }

    private void body(XmlNode xml, Map<String, Object> job, Map<String, Object> data) {
        String type = xml.text("job-class");
        if (type.equals(NATIVE_JOB)) {
            String command = data.getOrDefault("command", "") + " " + data.getOrDefault("parameters", "");
            job.put("command", command.strip());
            return;
        }
        job.put("kind", "java");
        job.put("handler", type);
        made.note(
                xml.line(),
                "job " + xml.text("name") + " is Java: let a worker register a handler named \"" + type
                        + "\", or replace the kind");
        if (!data.isEmpty()) {
            job.put("parameters", data);
        }
    }

    private static Map<String, Object> data(XmlNode node) {
        Map<String, Object> data = new LinkedHashMap<>();
        for (XmlNode map : node.children()) {
            if (map.name().equals("job-data-map")) {
                map.all("entry").forEach(entry -> data.put(entry.text("key"), entry.text("value")));
            }
        }
        return data;
    }

    private void schedule(Map<String, Object> job, XmlNode trigger) {
        switch (trigger.name()) {
            case "cron" -> cron(job, trigger);
            case "simple" -> simple(job, trigger);
            case "calendar-interval" -> interval(job, trigger);
            default ->
                made.note(trigger.line(), "a <" + trigger.name() + "> trigger is not converted: write a schedule");
        }
        instant(job, "start", trigger, "start-time");
        instant(job, "end", trigger, "end-time");
        if (!trigger.text("start-time-seconds-in-future").isEmpty()) {
            made.note(trigger.line(), "start-time-seconds-in-future is not converted: the schedule begins at once");
        }
        if (!trigger.text("calendar-name").isEmpty()) {
            made.note(
                    trigger.line(),
                    "calendar " + trigger.text("calendar-name") + ": write its dates as [calendars.NAME], and name it"
                            + " with calendar");
        }
        if (trigger.text("priority").matches("-?\\d{1,6}")
                && !trigger.text("priority").equals("5")) {
            job.put("priority", Integer.parseInt(trigger.text("priority")) - 5);
        }
    }

    private void cron(Map<String, Object> job, XmlNode trigger) {
        try {
            String schedule = QuartzCron.converted(trigger.text("cron-expression"));
            job.put("schedule", schedule);
            if (isOver(schedule)) {
                made.note(trigger.line(), "\"" + trigger.text("cron-expression") + "\" does not fire any more");
            }
        } catch (IllegalArgumentException e) {
            made.note(trigger.line(), "\"" + trigger.text("cron-expression") + "\": " + e.getMessage());
        }
        if (!trigger.text("time-zone").isEmpty()) {
            job.put("timezone", trigger.text("time-zone"));
        } else {
            made.noteOnce(
                    "triggers without a time-zone are read in UTC here, and were read in the JVM's zone by Quartz");
        }
        // Quartz makes up for one fire by default.
        job.put(
                "missed",
                trigger.text("misfire-instruction").endsWith("DO_NOTHING")
                        ? "skip"
                        : trigger.text("misfire-instruction").endsWith("IGNORE_MISFIRE_POLICY")
                                ? "run-all"
                                : "run-once");
    }

    /** Whether a schedule has no fire from now on. One that cannot be read is reported when the result is checked. */
    private static boolean isOver(String schedule) {
        try {
            return Schedule.parse(schedule).next(Instant.now()).isEmpty();
        } catch (BatonException e) {
            return false;
        }
    }

    private void simple(Map<String, Object> job, XmlNode trigger) {
        String interval = trigger.text("repeat-interval");
        String count = trigger.text("repeat-count");
        String misfire = trigger.text("misfire-instruction");
        if (!interval.matches("\\d{1,15}") || interval.equals("0") || count.equals("0")) {
            once(job, trigger, misfire);
            return;
        }
        long millis = Long.parseLong(interval);
        if (millis % 1000 != 0) {
            made.note(trigger.line(), "repeat-interval " + millis + " ms is rounded up to a whole second");
        }
        long seconds = Math.max(1, (millis + 999) / 1000);
        job.put("schedule", "@every " + seconds + "s");
        boolean ends = count.matches("\\d{1,9}");
        if (ends) {
            count(job, trigger, Integer.parseInt(count), seconds);
        }
        // Quartz makes up for one fire by default, unless the trigger repeats for ever.
        missed(job, misfire, ends ? "run-once" : "skip");
    }

    private void once(Map<String, Object> job, XmlNode trigger, String misfire) {
        if (trigger.text("start-time").isEmpty()) {
            job.put("schedule", "@reboot");
            made.note(
                    trigger.line(),
                    "a trigger without a start-time and repeats fires when Quartz starts: here, when the"
                            + " server does");
        } else {
            job.put("schedule", "@at " + zoned(trigger.text("start-time")));
            missed(job, misfire, "run-once");
        }
    }

    private static void missed(Map<String, Object> job, String instruction, String usual) {
        String missed = instruction.contains("_NEXT_")
                ? "skip"
                : instruction.endsWith("IGNORE_MISFIRE_POLICY")
                        ? "run-all"
                        : instruction.endsWith("FIRE_NOW") || instruction.contains("_NOW_") ? "run-once" : usual;
        if (!missed.equals("skip")) {
            job.put("missed", missed);
        }
    }

    /** So many repeats are an end, if it is known when they begin. */
    private void count(Map<String, Object> job, XmlNode trigger, int count, long seconds) {
        try {
            Instant start =
                    OffsetDateTime.parse(zoned(trigger.text("start-time"))).toInstant();
            if (trigger.text("end-time").isEmpty()) {
                job.put("start", zoned(trigger.text("start-time")));
                job.put(
                        "end",
                        start.plusSeconds(count * seconds).plusMillis(500).toString());
            }
        } catch (DateTimeParseException e) {
            made.note(trigger.line(), "repeat-count " + count + " is not converted: give the job an end");
        }
    }

    private void interval(Map<String, Object> job, XmlNode trigger) {
        String interval = trigger.text("repeat-interval");
        String unit = UNITS.getOrDefault(trigger.text("repeat-interval-unit"), "");
        if (interval.matches("[1-9]\\d{0,8}") && !unit.isEmpty()) {
            job.put("schedule", "@every " + interval + unit);
        } else {
            made.note(
                    trigger.line(),
                    "a calendar interval of " + interval + " " + trigger.text("repeat-interval-unit")
                            + " is not converted: write a schedule");
        }
    }

    private void instant(Map<String, Object> job, String key, XmlNode trigger, String element) {
        String time = trigger.text(element);
        if (time.isEmpty()) {
            return;
        }
        if (!zoned(time).equals(time)) {
            made.noteOnce(
                    "start and end times without an offset are read in UTC here, and were read in the JVM's zone by"
                            + " Quartz");
        }
        // A single fire says itself when it is.
        if (!String.valueOf(job.get("schedule")).startsWith("@at ")) {
            job.put(key, zoned(time));
        }
    }

    /** With seconds and an offset, which Quartz leaves out at times. */
    private static String zoned(String time) {
        return time.matches(".*(Z|[+-]\\d\\d:?\\d\\d)$") ? time : time + "Z";
    }
}
