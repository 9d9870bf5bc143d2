package dev.baton.server.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Calendar;
import dev.baton.Condition;
import dev.baton.Join;
import dev.baton.OnFailure;
import dev.baton.RunPolicy;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.schedule.DayMatch;
import dev.baton.schedule.MissedFires;
import dev.baton.worker.Command;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SpecRoundTripTest {

    private static final SpecReader READER = new SpecReader(new References(
            Set.of("slow"),
            Map.of("holidays", Calendar.of("holidays")),
            Set.of("ops"),
            Set.of("db"),
            Set.of("other", "a", "b")));

    @Property(tries = 500)
    void a_job_that_was_written_reads_back_equal(@ForAll("jobs") JobSpec job) {
        assertThat(READER.job(SpecWriter.write(job)).orThrow()).isEqualTo(job);
    }

    @Property(tries = 300)
    void a_workflow_that_was_written_reads_back_equal(@ForAll("workflows") WorkflowSpec workflow) {
        assertThat(READER.workflow(SpecWriter.write(workflow)).orThrow()).isEqualTo(workflow);
    }

    @Provide
    Arbitrary<JobSpec> jobs() {
        return Combinators.combine(abouts(), timings(), works(), policies(), values(), flags())
                .as((about, timing, work, policy, parameters, notified) -> new JobSpec(
                        "job", about, timing, work, policy, parameters, notified ? List.of("ops") : List.of()));
    }

    @Provide
    Arbitrary<WorkflowSpec> workflows() {
        return Combinators.combine(abouts(), timings(), works(), policies(), values(), flags(), durations(), overlaps())
                .as((about, timing, work, policy, inputs, flag, time, overlap) -> new WorkflowSpec(
                        "flow",
                        about,
                        timing,
                        new WorkflowSpec.Policy(
                                flag ? OnFailure.HOLD : OnFailure.FAIL_FAST, overlap, time, flag ? time : null),
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
                        List.of()));
    }

    private static StepSpec.Place second(boolean any) {
        Set<Condition> conditions = any ? Set.of(Condition.FAILURE, Condition.SKIPPED) : Set.of(Condition.SUCCESS);
        return new StepSpec.Place(
                List.of(new StepSpec.Edge("first", conditions)), any ? Join.any() : Join.all(), false, "true");
    }

    private static Arbitrary<About> abouts() {
        return Combinators.combine(
                        Arbitraries.strings().injectNull(0.5), Arbitraries.of(List.<String>of(), List.of("a", "b")))
                .as((text, tags) -> new About(text, text, tags));
    }

    private static Arbitrary<TimingSpec> timings() {
        return Combinators.combine(
                        Arbitraries.of("@daily", "0 6 * * *", "H 7 * * 1-5").injectNull(0.2),
                        Arbitraries.of(MissedFires.Mode.class),
                        durations(),
                        flags(),
                        flags())
                .as((schedule, missed, time, one, other) -> new TimingSpec(
                        new TimingSpec.Clock(
                                schedule,
                                one ? ZoneId.of("Europe/Berlin") : null,
                                one ? DayMatch.BOTH : DayMatch.EITHER),
                        new TimingSpec.Bounds(
                                one ? Instant.parse("2026-01-01T00:00:00Z") : null,
                                other ? Instant.parse("2027-01-01T00:00:00.5Z") : null,
                                other ? "holidays" : null),
                        other ? new MissedFires(missed, Optional.of(time)) : new MissedFires(missed, Optional.empty()),
                        time,
                        one,
                        other,
                        one));
    }

    private static Arbitrary<WorkSpec> works() {
        Arbitrary<WorkSpec> command = commands().map(CommandWork::new);
        Arbitrary<WorkSpec> fanout = Combinators.combine(commands(), commands(), durations(), values(), flags())
                .as((child, reducer, time, value, flag) -> new FanoutWork(
                        flag
                                ? new FanoutWork.Literal(List.of("a", 5L, value))
                                : new FanoutWork.FromUri("sql://db?SELECT 1"),
                        "ITEM",
                        child,
                        new FanoutWork.Limits(3, time, 0.25, 77),
                        flag
                                ? null
                                : new FanoutWork.Reducer(reducer, FanoutWork.RunOn.ANY_SUCCESS, Retry.fixed(2, time))));
        Arbitrary<WorkSpec> window = Combinators.combine(commands(), durations(), flags())
                .as((inner, time, flag) -> new WindowWork(
                        List.of("a", "b"),
                        new WindowWork.Look(time, time, flag, time),
                        WindowWork.Reaction.RUN,
                        WindowWork.Reaction.FAIL,
                        inner));
        Arbitrary<WorkSpec> wait = durations()
                .flatMap(time -> Arbitraries.of(
                                new WaitWork.For(time),
                                new WaitWork.Until(Instant.EPOCH.plus(time)),
                                new WaitWork.ForFile("/tmp/x"),
                                new WaitWork.ForUrl("https://example.com/x"))
                        .map(goal -> new WaitWork(goal, time)));
        return Arbitraries.oneOf(
                command,
                fanout,
                window,
                wait,
                Arbitraries.just(new ApprovalWork("Sure?")),
                values().map(value -> new WorkflowWork("other", value)));
    }

    private static Arbitrary<Command> commands() {
        Arbitrary<Command> shell = Combinators.combine(texts(), durations(), flags())
                .as((line, grace, flag) -> new Command.Shell(
                        line, "/bin/bash", flag ? "/srv" : null, flag ? Set.of(0, 3) : Set.of(0), grace));
        Arbitrary<Command> http = Combinators.combine(texts(), durations(), flags())
                .as((body, time, flag) -> new Command.Http(
                        flag ? "POST" : "GET",
                        "https://example.com/",
                        flag ? Map.of("X-Y", body) : Map.of(),
                        flag ? body : null,
                        flag ? Set.of(200, 404) : Set.of(),
                        time,
                        flag));
        Arbitrary<Command> claude = Combinators.combine(texts(), durations(), flags())
                .as((prompt, grace, flag) ->
                        new Command.Claude(prompt, flag ? List.of("p", "-x") : List.of(), flag ? "/srv" : null, grace));
        return Arbitraries.oneOf(shell, http, claude, Arbitraries.just(new Command.Handler("reports.Daily")));
    }

    private static Arbitrary<PolicySpec> policies() {
        return Combinators.combine(durations(), overlaps(), flags(), flags(), texts())
                .as((time, overlap, one, other, text) -> new PolicySpec(
                        one
                                ? Retry.fixed(5, time)
                                        .withBackoff(1.5)
                                        .withMaxDelay(time)
                                        .withJitter(0.1)
                                : Retry.none(),
                        new RunPolicy.Limits(one ? time : null, other ? time : null),
                        other ? -7 : 0,
                        overlap,
                        new RunPolicy.Demand(
                                one ? "slow" : "default",
                                other ? Set.of("gpu", "eu") : Set.of(),
                                one ? Limit.concurrency(4).withRate(10, time) : Limit.none()),
                        other ? Map.of("A", text, "B_C", "") : Map.of()));
    }

    private static Arbitrary<Overlap> overlaps() {
        return Arbitraries.of(
                Overlap.allow(),
                Overlap.allow(3),
                Overlap.skip(),
                Overlap.queue(),
                Overlap.replace().upTo(2),
                Overlap.queue().upTo(Integer.MAX_VALUE));
    }

    private static Arbitrary<Map<String, Object>> values() {
        return Arbitraries.of(
                Map.of(),
                Map.of("n", 5L, "x", 1.5, "t", "text", "f", true, "l", List.of(1L, "a"), "m", Map.of("k", 0L)));
    }

    private static Arbitrary<Duration> durations() {
        return Arbitraries.longs().between(1, 3_000_000_000_000_000_000L).map(Duration::ofNanos);
    }

    private static Arbitrary<String> texts() {
        return Arbitraries.strings().ofMinLength(1).filter(text -> !text.isBlank());
    }

    private static Arbitrary<Boolean> flags() {
        return Arbitraries.of(true, false);
    }
}
