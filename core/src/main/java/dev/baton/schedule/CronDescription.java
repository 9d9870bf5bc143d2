package dev.baton.schedule;

import java.time.ZoneId;

/** Describes a cron spec in English: its times, its dates, its zone. */
record CronDescription(Times times, Days days, ZoneId zone) {

    String text() {
        TimeDescription time = new TimeDescription(times);
        return time.text() + new DayDescription(days).text(time.isClockTimes() ? " every day" : "") + Words.zone(zone);
    }
}
