package dev.baton.bench.peer;

import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.impl.StdSchedulerFactory;

/** Quartz with its RAMJobStore, and no-op jobs in it. One at a time: its jobs are classes, and report to a static. */
public final class QuartzInRam implements AutoCloseable {

    private static volatile Runnable body = () -> {};

    private final Scheduler scheduler;
    private final JobKey[] jobs;

    /** A started scheduler with this many threads, and this many jobs to trigger. */
    public QuartzInRam(int threads, int names) throws SchedulerException {
        scheduler = newScheduler(threads);
        jobs = new JobKey[names];
        for (int i = 0; i < names; i++) {
            jobs[i] = new JobKey("job" + i);
            scheduler.addJob(
                    JobBuilder.newJob(NoOp.class)
                            .withIdentity(jobs[i])
                            .storeDurably()
                            .build(),
                    true);
        }
        scheduler.start();
    }

    /** A scheduler that takes triggers in batches, which is faster than its default of one by one. */
    static Scheduler newScheduler(int threads) throws SchedulerException {
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "bench-" + System.nanoTime());
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        settings.setProperty("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", "64");
        settings.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        settings.setProperty("org.quartz.jobStore.misfireThreshold", "3600000");
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.threadPool.threadCount", Integer.toString(threads));
        return new StdSchedulerFactory(settings).getScheduler();
    }

    /** Says what all jobs do. */
    static void whenRun(Runnable task) {
        body = task;
    }

    /** Triggers this many jobs, and waits until all have run. */
    public void runAll(int count) throws SchedulerException, InterruptedException {
        CountDownLatch left = new CountDownLatch(count);
        whenRun(left::countDown);
        for (int i = 0; i < count; i++) {
            scheduler.triggerJob(jobs[i % jobs.length]);
        }
        left.await();
    }

    /** Triggers one job, which does this. */
    public void trigger(Runnable task) throws SchedulerException {
        whenRun(task);
        scheduler.triggerJob(jobs[0]);
    }

    @Override
    public void close() throws SchedulerException {
        scheduler.shutdown(true);
    }

    /** The job. Public with a public constructor, as Quartz makes it by reflection. */
    public static final class NoOp implements Job {

        @Override
        public void execute(JobExecutionContext context) {
            body.run();
        }
    }
}
