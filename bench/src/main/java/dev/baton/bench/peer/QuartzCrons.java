package dev.baton.bench.peer;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import org.quartz.CronScheduleBuilder;
import org.quartz.JobBuilder;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;

/** Quartz with many cron jobs in its RAMJobStore. */
public final class QuartzCrons implements AutoCloseable {

    private static final int AT_ONCE = 10_000;
    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

    private final Scheduler scheduler;

    /** A scheduler with this many threads, not started. */
    public QuartzCrons(int threads) throws SchedulerException {
        scheduler = QuartzInRam.newScheduler(threads);
    }

    /** Registers this many jobs, spread over the hour and the day. */
    public void add(int count) throws SchedulerException {
        for (int i = 0; i < count; i++) {
            String hour = i % 2 == 0 ? "*" : Integer.toString(i / 60 % 24);
            add("job-" + i, "0 " + i % 60 + " " + hour + " * * ?");
        }
    }

    private void add(String name, String spec) throws SchedulerException {
        scheduler.scheduleJob(
                JobBuilder.newJob(QuartzInRam.NoOp.class).withIdentity(name).build(),
                TriggerBuilder.newTrigger()
                        .withIdentity(name)
                        .withSchedule(CronScheduleBuilder.cronSchedule(spec).inTimeZone(UTC))
                        .build());
    }

    /**
     * What a fire costs when 10,000 more jobs are due in one second: there is no clock but the real one, so it is from
     * that second until the last of them has run.
     */
    public double microsPerFire() throws SchedulerException, InterruptedException {
        LocalDateTime due = LocalDateTime.now(ZoneOffset.UTC).plusSeconds(5);
        String spec = "%d %d %d * * ?".formatted(due.getSecond(), due.getMinute(), due.getHour());
        for (int i = 0; i < AT_ONCE; i++) {
            add("due-" + i, spec);
        }
        CountDownLatch left = new CountDownLatch(AT_ONCE);
        QuartzInRam.whenRun(left::countDown);
        scheduler.start();
        left.await();
        long dueMillis = due.withNano(0).toInstant(ZoneOffset.UTC).toEpochMilli();
        return (System.currentTimeMillis() - dueMillis) * 1e3 / AT_ONCE;
    }

    @Override
    public void close() throws SchedulerException {
        scheduler.shutdown(true);
    }
}
