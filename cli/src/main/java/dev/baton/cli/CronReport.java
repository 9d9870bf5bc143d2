package dev.baton.cli;

import dev.baton.cli.output.HumanTime;
import dev.baton.schedule.Cron;
import dev.baton.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The output of {@code baton cron}.
 *
 * @param schedule the schedule
 * @param after the time after which fires are listed
 * @param fires the next fires as a scheduler sees them: a repeated hour in autumn counts once when hours are named
 * @param searchYears the number of years searched
 */
record CronReport(Schedule schedule, Instant after, List<Instant> fires, int searchYears) {

    private static final DateTimeFormatter FOR_PEOPLE =
            DateTimeFormatter.ofPattern("EEE uuuu-MM-dd HH:mm:ss xxx", Locale.ENGLISH);

    static CronReport of(Schedule schedule, Instant after, int count, int searchYears) {
        List<Instant> fires = new ArrayList<>();
        Optional<Instant> fire = schedule.nextFire(after);
        while (fire.isPresent() && fires.size() < count) {
            fires.add(fire.get());
            fire = schedule.nextFire(fire.get());
        }
        return new CronReport(schedule, after, List.copyOf(fires), searchYears);
    }

    /** The report as JSON, always with the same four names; times have seconds and an offset. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("expression", schedule.text());
        json.put("zone", schedule.zone().getId());
        json.put("description", schedule.describe());
        json.put("next", fires.stream().map(this::iso).toList());
        return json;
    }

    /** The report as text. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(schedule.text());
        lines.add("  means  " + schedule.describe());
        lines.add("  zone   " + schedule.zone().getId());
        schedule.warnings().forEach(warning -> lines.add("  note   " + warning));
        lines.add("");
        if (!schedule.firesByItself()) {
            lines.add("It has no fires to list: no clock starts it.");
        } else if (fires.isEmpty()) {
            lines.add(never());
        } else {
            lines.add("Next fires after " + iso(after) + ":");
            fires.forEach(fire -> lines.add("  " + line(fire)));
        }
        return lines;
    }

    private String never() {
        String searched = schedule instanceof Cron ? " (searched " + searchYears + " years ahead)" : "";
        return "It never fires after " + iso(after) + searched + ".";
    }

    private String line(Instant fire) {
        return FOR_PEOPLE.format(fire.atZone(schedule.zone())) + "   in "
                + HumanTime.distance(Duration.between(after, fire));
    }

    private String iso(Instant instant) {
        // Not toString, which leaves out seconds that are zero. A fraction of a second would only be noise here.
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                Instant.ofEpochSecond(instant.getEpochSecond()).atZone(schedule.zone()));
    }
}
