package dev.baton.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * Describes the times of day of a spec in English: as clock times if they are few, else as a rhythm, else field by
 * field.
 */
final class TimeDescription {

    private static final int MOST_CLOCK_TIMES = 6;
    private static final int FEWEST_FOR_RHYTHM = 3;

    private final ValueSet seconds;
    private final ValueSet minutes;
    private final ValueSet hours;

    TimeDescription(Times times) {
        this.seconds = new ValueSet(times.seconds(), 0, 59);
        this.minutes = new ValueSet(times.minutes(), 0, 59);
        this.hours = new ValueSet(times.hours(), 0, 23);
    }

    String text() {
        if (isClockTimes()) {
            return "at " + Words.list(clockTimes());
        }
        String hourly = hourly();
        if (!hourly.isEmpty()) {
            return hourly;
        }
        String rhythm = rhythm();
        if (rhythm.isEmpty() || !hours.isRun()) {
            return fieldByField();
        }
        return hours.isAll() ? rhythm + fromStart() : rhythm + window();
    }

    /** Whether the text is a list of clock times, which "every day" can follow. */
    boolean isClockTimes() {
        return hourly().isEmpty()
                && !hours.isAll()
                && seconds.count() * minutes.count() * hours.count() <= MOST_CLOCK_TIMES;
    }

    /** Once an hour, or every few hours; empty if it is neither. */
    private String hourly() {
        if (!seconds.isSingle() || !minutes.isSingle()) {
            return "";
        }
        if (hours.isSpan() && !hours.isAll()) {
            return "every hour" + window();
        }
        if (!seconds.isOnly(0)) {
            return "";
        }
        String atMinute = minutes.isOnly(0) ? "" : " at minute " + minutes.first();
        if (hours.isAll()) {
            return "every hour" + atMinute;
        }
        if (hours.isEven() && hours.count() >= FEWEST_FOR_RHYTHM) {
            String start = hours.first() == 0 ? atMinute : " from " + firstOf(hours.first());
            return "every " + hours.step() + " hours" + start;
        }
        return "";
    }

    private List<String> clockTimes() {
        List<String> times = new ArrayList<>();
        for (int hour : hours.values()) {
            for (int minute : minutes.values()) {
                for (int second : seconds.values()) {
                    times.add(clock(hour, minute, second));
                }
            }
        }
        return times;
    }

    /** How often within an hour; empty if that takes more than one phrase. */
    private String rhythm() {
        if (seconds.isOnly(0)) {
            return every(minutes, "minute");
        }
        return minutes.isAll() ? every(seconds, "second") : "";
    }

    private static String every(ValueSet values, String unit) {
        if (values.isAll()) {
            return "every " + unit;
        }
        boolean steady = values.isEven() && (values.first() == 0 || values.count() >= FEWEST_FOR_RHYTHM);
        return steady ? "every " + values.step() + " " + unit + "s" : "";
    }

    private String fromStart() {
        ValueSet values = seconds.isOnly(0) ? minutes : seconds;
        return values.first() == 0 ? "" : " from " + (seconds.isOnly(0) ? "minute " : "second ") + values.first();
    }

    private String window() {
        return " from " + firstOf(hours.runStart()) + " to " + lastOf(hours.runEnd());
    }

    private String fieldByField() {
        List<String> parts = new ArrayList<>();
        if (!seconds.isOnly(0)) {
            parts.add(part(seconds, "second"));
        }
        boolean everyMinuteOfDay = hours.isAll() && minutes.isAll();
        parts.add(part(minutes, "minute"));
        if (!everyMinuteOfDay) {
            parts.add(part(hours, "hour"));
        }
        String text = String.join(" of ", parts);
        return text.startsWith("every " + (seconds.isOnly(0) ? "minute" : "second")) ? text : "at " + text;
    }

    private static String part(ValueSet values, String unit) {
        if (values.isAll()) {
            return "every " + unit;
        }
        if (values.step() > 0 && values.first() == 0 && values.count() >= FEWEST_FOR_RHYTHM) {
            return "every " + Words.ordinal(values.step()) + " " + unit;
        }
        return unit + " " + values.inWords(Integer::toString);
    }

    private String firstOf(int hour) {
        return clock(hour, minutes.first(), seconds.first());
    }

    private String lastOf(int hour) {
        return clock(hour, last(minutes), last(seconds));
    }

    private static int last(ValueSet values) {
        return values.values().get(values.count() - 1);
    }

    private String clock(int hour, int minute, int second) {
        String clock = twoDigits(hour) + ":" + twoDigits(minute);
        return seconds.isOnly(0) ? clock : clock + ":" + twoDigits(second);
    }

    private static String twoDigits(int number) {
        return number < 10 ? "0" + number : Integer.toString(number);
    }
}
