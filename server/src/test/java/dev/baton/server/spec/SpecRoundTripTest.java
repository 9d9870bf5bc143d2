package dev.baton.server.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Calendar;
import dev.baton.Condition;
import dev.baton.Fanout;
import dev.baton.JobCall;
import dev.baton.Join;
import dev.baton.OnFailure;
import dev.baton.RunPolicy;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.schedule.DayMatch;
import dev.baton.schedule.MissedFires;
import dev.baton.seeded.Draw;
import dev.baton.seeded.Seeds;
import dev.baton.server.kind.ApprovalWork;
import dev.baton.server.kind.ClaudeWork;
import dev.baton.server.kind.CommandWork;
import dev.baton.server.kind.FanoutWork;
import dev.baton.server.kind.HttpWork;
import dev.baton.server.kind.Items;
import dev.baton.server.kind.JavaWork;
import dev.baton.server.kind.Reducer;
import dev.baton.server.kind.ShellWork;
import dev.baton.server.kind.WaitWork;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.kind.WorkflowWork;
import dev.baton.worker.Command;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpecRoundTripTest {

    private static final SpecReader READER = new SpecReader(new References(
            Set.of("slow"),
            Map.of("holidays", Calendar.of("holidays")),
            Set.of("ops"),
            Set.of("db"),
            Set.of("PASSWORD", "KEY"),
            Set.of("other", "a", "b"),
            Reach.ANYTHING));

    @Test
    void a_job_that_was_written_reads_back_equal() {
        Seeds.tries(500, draw -> {
            JobSpec job = job(draw);
            assertThat(READER.job(SpecWriter.write(job)).orThrow()).isEqualTo(job);
        });
    }

    @Test
    void a_workflow_that_was_written_reads_back_equal() {
        Seeds.tries(300, draw -> {
            WorkflowSpec workflow = workflow(draw);
            assertThat(READER.workflow(SpecWriter.write(workflow)).orThrow()).isEqualTo(workflow);
        });
    }

    private static JobSpec job(Draw draw) {
        return new JobSpec(
                "job",
                about(draw),
                timing(draw),
                work(draw),
                policy(draw),
                values(draw),
                draw.flag() ? List.of("ops") : List.of());
    }

    private static WorkflowSpec workflow(Draw draw) {
        About about = about(draw);
        WorkSpec work = work(draw);
        PolicySpec policy = policy(draw);
        Map<String, Object> inputs = values(draw);
        Duration time = duration(draw);
        boolean flag = draw.flag();
        return new WorkflowSpec(
                "flow",
                about,
                timing(draw),
                new WorkflowSpec.Policy(
                        flag ? OnFailure.HOLD : OnFailure.FAIL_FAST,
                        overlap(draw),
                        time,
                        flag ? time : null,
                        draw.orNull(() -> new JobCall("other", inputs)),
                        draw.orNull(() -> new JobCall("other", Map.of()))),
                inputs,
                List.of(
                        new StepSpec("first", about, StepSpec.Place.ROOT, work, policy, inputs, flag),
                        new StepSpec("second", About.NOTHING, second(flag), work, policy, Map.of(), false),
                        new StepSpec(
                                "last",
                                About.NOTHING,
                                new StepSpec.Place(List.of(), Join.all(), true, null),
                                new WorkflowWork("other", inputs),
                                PolicySpec.DEFAULT,
                                Map.of(),
                                false)),
                List.of());
    }

    private static StepSpec.Place second(boolean any) {
        Set<Condition> conditions = any ? Set.of(Condition.FAILURE, Condition.SKIPPED) : Set.of(Condition.SUCCESS);
        return new StepSpec.Place(
                List.of(new StepSpec.Edge("first", conditions)), any ? Join.any() : Join.all(), false, "true");
    }

    private static About about(Draw draw) {
        String text = draw.orNull(() -> draw.text(0, 255));
        return new About(text, text, draw.of(List.<String>of(), List.of("a", "b")));
    }

    private static TimingSpec timing(Draw draw) {
        Duration time = duration(draw);
        MissedFires.Mode missed = draw.of(MissedFires.Mode.values());
        boolean one = draw.flag();
        boolean other = draw.flag();
        return new TimingSpec(
                new TimingSpec.Clock(
                        draw.of("@daily", "0 6 * * *", "H 7 * * 1-5", null),
                        one ? ZoneId.of("Europe/Berlin") : null,
                        one ? DayMatch.BOTH : DayMatch.EITHER),
                new TimingSpec.Bounds(
                        one ? Instant.parse("2026-01-01T00:00:00Z") : null,
                        other ? Instant.parse("2027-01-01T00:00:00.5Z") : null,
                        other ? "holidays" : null),
                new MissedFires(missed, other ? Optional.of(time) : Optional.empty()),
                time,
                one,
                other,
                one);
    }

    private static WorkSpec work(Draw draw) {
        return draw.oneOf(
                () -> command(draw),
                () -> fanout(draw),
                () -> window(draw),
                () -> new WaitWork(goal(draw), duration(draw)),
                () -> new ApprovalWork("Sure?"),
                () -> new WorkflowWork("other", values(draw)));
    }

    private static FanoutWork fanout(Draw draw) {
        return new FanoutWork(
                draw.flag()
                        ? new Items.Literal(List.of("a", 5L, values(draw)))
                        : new Items.FromUri("sql://db?SELECT 1"),
                "ITEM",
                command(draw),
                new FanoutWork.Limits(3, duration(draw), 0.25, 77),
                draw.orNull(
                        () -> new Reducer(command(draw), Fanout.RunOn.ANY_SUCCESS, Retry.fixed(2, duration(draw)))));
    }

    private static WindowWork window(Draw draw) {
        return new WindowWork(
                List.of("a", "b"),
                new WindowWork.Look(duration(draw), duration(draw), draw.flag(), duration(draw)),
                WindowWork.Reaction.RUN,
                WindowWork.Reaction.FAIL,
                command(draw));
    }

    private static WaitWork.Goal goal(Draw draw) {
        return draw.oneOf(
                () -> new WaitWork.For(duration(draw)),
                () -> new WaitWork.Until(Instant.EPOCH.plus(duration(draw))),
                () -> new WaitWork.ForFile("/tmp/x"),
                () -> new WaitWork.ForUrl("https://example.com/x"));
    }

    private static CommandWork command(Draw draw) {
        boolean flag = draw.flag();
        String text = text(draw);
        Duration time = duration(draw);
        return draw.oneOf(
                () -> new ShellWork(new Command.Shell(
                        text, "/bin/bash", flag ? "/srv" : null, flag ? Set.of(0, 3) : Set.of(0), time)),
                () -> new HttpWork(new Command.Http(
                        flag ? "POST" : "GET",
                        "https://example.com/",
                        flag ? Map.of("X-Y", text) : Map.of(),
                        flag ? text : null,
                        flag ? Set.of(200, 404) : Set.of(),
                        time,
                        flag)),
                () -> new ClaudeWork(
                        new Command.Claude(text, flag ? List.of("p", "-x") : List.of(), flag ? "/srv" : null, time)),
                () -> new JavaWork(new Command.Handler("reports.Daily")));
    }

    private static PolicySpec policy(Draw draw) {
        Duration time = duration(draw);
        boolean one = draw.flag();
        boolean other = draw.flag();
        return new PolicySpec(
                one ? Retry.fixed(5, time).withBackoff(1.5).withMaxDelay(time).withJitter(0.1) : Retry.none(),
                new RunPolicy.Limits(one ? time : null, other ? time : null),
                other ? -7 : 0,
                overlap(draw),
                new RunPolicy.Demand(
                        one ? "slow" : "default",
                        other ? Set.of("gpu", "eu") : Set.of(),
                        one ? Limit.concurrency(4).withRate(10, time) : Limit.none()),
                new PolicySpec.Grants(
                        other ? Map.of("A", text(draw), "B_C", "") : Map.of(),
                        one ? List.of("PASSWORD", "KEY") : List.of(),
                        other ? List.of("a", "b") : null));
    }

    private static Overlap overlap(Draw draw) {
        return draw.of(
                Overlap.allow(),
                Overlap.allow(3),
                Overlap.skip(),
                Overlap.queue(),
                Overlap.replace().upTo(2),
                Overlap.queue().upTo(Integer.MAX_VALUE));
    }

    private static Map<String, Object> values(Draw draw) {
        return draw.of(
                Map.of(),
                Map.of("n", 5L, "x", 1.5, "t", "text", "f", true, "l", List.of(1L, "a"), "m", Map.of("k", 0L)));
    }

    private static Duration duration(Draw draw) {
        return Duration.ofNanos(draw.between(1, 3_000_000_000_000_000_000L));
    }

    /** Text that is not blank. */
    private static String text(Draw draw) {
        String text = draw.text(1, 255);
        return text.isBlank() ? text(draw) : text;
    }
}
