package dev.baton.spring;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code baton}.
 *
 * <pre>{@code
 * baton.zone=Europe/Berlin
 * baton.drain=20s
 * baton.crons.report=0 3 * * *
 * }</pre>
 *
 * @param enabled whether there is a scheduler at all
 * @param start whether the scheduler starts with the application; otherwise it only registers, triggers and shows
 * @param store where executions are kept: auto takes the application's DataSource, and memory if there is none
 * @param joinTransactions whether executions that a transactional method starts are part of its transaction
 * @param zone the zone of schedules that name none
 * @param workers how many bodies run at a time; 0 for no limit on virtual threads and 256 on platform threads
 * @param queues the queues whose runs this application executes; all if empty
 * @param labels the labels of this application, for jobs that require them
 * @param lease how long a node may go without a heartbeat before another takes over
 * @param drain how long a stop waits for running bodies; keep it below spring.lifecycle.timeout-per-shutdown-phase
 * @param stopGrace how long a body may take to stop after it was told to
 * @param retention how long ended executions are kept
 * @param logFailures whether each failed attempt is logged with its stack trace
 * @param crons schedules by the names of jobs and annotated workflows, in place of those in the code; "-" for none
 */
@ConfigurationProperties("baton")
public record BatonProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("true") boolean start,
        @DefaultValue("auto") StoreKind store,
        @DefaultValue("true") boolean joinTransactions,
        @DefaultValue("UTC") ZoneId zone,
        @DefaultValue("0") int workers,
        @DefaultValue List<String> queues,
        @DefaultValue List<String> labels,
        @DefaultValue("15s") Duration lease,
        @DefaultValue("25s") Duration drain,
        @DefaultValue("2s") Duration stopGrace,
        @DefaultValue Keep retention,
        @DefaultValue("true") boolean logFailures,
        @DefaultValue Map<String, String> crons) {

    /** Where executions are kept. */
    public enum StoreKind {
        /** In the application's DataSource, or in memory if it has none. */
        AUTO,
        /** In the application's DataSource; without one the application does not start. */
        DATABASE,
        /** In memory: executions end with the process. */
        MEMORY
    }

    /**
     * How long ended executions are kept.
     *
     * @param count how many of each job or workflow
     * @param age how long; without one the count alone decides
     * @param total how many in all
     */
    public record Keep(
            @DefaultValue("100") int count,
            @Nullable Duration age,
            @DefaultValue("100000") int total) {}
}
