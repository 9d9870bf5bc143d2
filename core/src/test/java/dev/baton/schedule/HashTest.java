package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashTest {

    private static final int JOBS = 1000;

    @Test
    void a_thousand_jobs_spread_over_the_minutes_of_an_hour() {
        int[] jobs = new int[60];
        names().forEach(name -> jobs[time("H * * * *", name).first() / 60]++);

        assertThat(Arrays.stream(jobs).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(JOBS / 60 / 4, JOBS / 60 * 3));
    }

    @Test
    void a_thousand_jobs_spread_over_the_whole_day() {
        Set<Integer> minutesOfDay = new HashSet<>();
        int[] jobsPerHour = new int[24];
        names().forEach(name -> {
            int first = time("H H * * *", name).first();
            minutesOfDay.add(first / 60);
            jobsPerHour[first / 3600]++;
        });

        // why: a thousand balls thrown at random into 1,440 urns hit about 720 of them.
        assertThat(minutesOfDay).hasSizeGreaterThan(650);
        assertThat(Arrays.stream(jobsPerHour).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(JOBS / 24 / 2, JOBS / 24 * 2));
    }

    @Test
    void the_second_does_not_follow_from_the_minute() {
        Set<Integer> pairs = new HashSet<>();
        names().forEach(name -> pairs.add(time("H H 0 * * *", name).first()));

        assertThat(pairs).hasSizeGreaterThan(800);
    }

    /** These values are a promise: should they change, jobs would move on an upgrade. */
    @ParameterizedTest(name = "{0} of {1} is {2}")
    @CsvSource(delimiter = '|', textBlock = """
            H * * * *       | job-a     | every hour at minute 54
            H * * * *       | job-b     | every hour at minute 23
            H/15 * * * *    | my-job    | every 15 minutes from minute 7
            H(0-29) * * * * | early-job | every hour at minute 18
            H H H H H       | backup    | at 10:27 on day 3 of the month or on Thursday, in May
            H H H * * *     | backup    | at 10:27:10 every day
            H H H/10 * *    | backup    | at 10:27 on day 5, 15 and 25 of the month
            H H(22-2) * * * | backup    | at 22:27 every day
            H H * * H(FRI-MON) | backup | at 10:27 on Sunday
            """)
    void a_name_hashes_to_the_same_values_for_ever(String spec, String name, String description) {
        assertThat(Schedule.parse(spec, ScheduleOptions.DEFAULT.withHashKey(name))
                        .describe())
                .isEqualTo(description);
    }

    @Test
    void a_hashed_day_of_the_month_exists_in_every_month() {
        names().forEach(name -> {
            Cron cron = cron("0 0 H * *", name);
            assertThat(cron.days().daysOfMonth().days() & ~((1 << 29) - 2)).isZero();
        });
    }

    private static List<String> names() {
        return IntStream.range(0, JOBS).mapToObj(i -> "job-" + i).toList();
    }

    private static Times time(String spec, String name) {
        return cron(spec, name).times();
    }

    private static Cron cron(String spec, String name) {
        return (Cron) Schedule.parse(spec, ScheduleOptions.DEFAULT.withHashKey(name));
    }
}
