package dev.baton.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.worker.Assignment;
import dev.baton.worker.Assignment.Inputs;
import dev.baton.worker.Assignment.Item;
import dev.baton.worker.Assignment.RunInfo;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Pulse;
import dev.baton.worker.Dispatch.Registration;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.Dispatch.Stream;
import dev.baton.worker.NewStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class WireFormatTest {

    private static final JsonMapper JSON = WireFormat.mapper();

    @Test
    void keys_are_in_snake_case_and_what_is_null_is_left_out() {
        RunInfo run = new RunInfo("r", "e", "j", 1, Instant.parse("2026-11-15T02:00:00Z"), "manual", null, null);
        assertThat(JSON.writeValueAsString(run))
                .contains("\"execution_id\":\"e\"", "\"scheduled_time\":\"2026-11-15T02:00:00Z\"")
                .doesNotContain("parent_run_id", "traceparent");
    }

    @Test
    void a_command_has_its_kind() {
        assertThat(JSON.readTree(JSON.writeValueAsString(new Command.Handler("resize"))))
                .isEqualTo(JSON.readTree("{\"kind\": \"java\", \"handler\": \"resize\"}"));
    }

    @Test
    void durations_and_constants_are_words() {
        assertThat(JSON.writeValueAsString(new Registration("w", Duration.ofMillis(2500), Duration.ofMinutes(150))))
                .isEqualTo("{\"worker\":\"w\",\"heartbeat\":\"2s500ms\",\"lease\":\"2h30m\"}");
        assertThat(JSON.writeValueAsString(new LogEntry(Instant.EPOCH, Stream.STDERR, "x")))
                .contains("\"stream\":\"stderr\"");
    }

    @Test
    void what_is_not_known_is_ignored_and_what_is_missing_is_empty() {
        assertThat(JSON.readValue("{\"lost\": null, \"draining\": true, \"mood\": \"fine\"}", Pulse.class))
                .isEqualTo(new Pulse(Set.of(), Set.of(), true));
    }

    @Property
    void an_assignment_comes_back_as_it_was(@ForAll("assignments") Assignment assignment) {
        assertThat(JSON.readValue(JSON.writeValueAsString(assignment), Assignment.class))
                .isEqualTo(assignment);
    }

    @Property
    void a_result_comes_back_as_it_was(@ForAll Outcome outcome, @ForAll("values") Object output) {
        NewStep step = NewStep.of("next", "clean").after("a:failure").param("value", output);
        Result result = new Result(
                outcome, output, null, 7, List.of(step, NewStep.of("b", "clean").atLeast(1)));
        assertThat(JSON.readValue(JSON.writeValueAsString(result), Result.class))
                .isEqualTo(result);
    }

    @Property
    void a_duration_comes_back_as_it_was(@ForAll("durations") Duration duration) {
        assertThat(DurationText.parse(DurationText.format(duration))).isEqualTo(duration);
    }

    @Provide
    Arbitrary<Assignment> assignments() {
        Arbitrary<RunInfo> runs = Combinators.combine(texts(), texts(), texts().injectNull(0.5), instants())
                .as((id, job, parent, time) -> new RunInfo(id, "e", job, 3, time, "manual", parent, null));
        Arbitrary<Inputs> inputs = Combinators.combine(
                        texts().map(text -> Map.of("A", text)),
                        values().map(value -> Map.of("p", value)),
                        values().map(value -> new Item(value, 5, "ITEM")).injectNull(0.5))
                .as((environment, parameters, item) ->
                        new Inputs(environment, parameters, Map.of("step", "x"), item, Map.of("FILE", "y")));
        return Combinators.combine(
                        texts(), runs, commands(), inputs, texts().list().ofMaxSize(3))
                .as(Assignment::new);
    }

    @Provide
    Arbitrary<Command> commands() {
        Arbitrary<Command> shells = Combinators.combine(texts(), texts().injectNull(0.5), durations())
                .as((line, directory, grace) -> new Command.Shell(line, "/bin/sh", directory, Set.of(0, 3), grace));
        Arbitrary<Command> https = Combinators.combine(texts(), texts().injectNull(0.5), durations())
                .as((url, body, timeout) ->
                        new Command.Http("POST", url, Map.of("X-A", "b"), body, Set.of(), timeout, true));
        Arbitrary<Command> claudes = Combinators.combine(texts(), durations())
                .as((prompt, grace) -> new Command.Claude(prompt, List.of("claude", "-p"), null, grace));
        return Arbitraries.oneOf(shells, https, claudes, texts().map(Command.Handler::new));
    }

    @Provide
    Arbitrary<Object> values() {
        Arbitrary<Object> leaves = Arbitraries.oneOf(
                texts().asGeneric(),
                Arbitraries.integers().asGeneric(),
                Arbitraries.longs().greaterOrEqual(1L << 40).asGeneric(),
                Arbitraries.doubles().between(-1000, 1000).asGeneric(),
                Arbitraries.of(true, false).asGeneric());
        return Arbitraries.recursive(
                () -> leaves,
                inner -> Arbitraries.oneOf(
                        inner.list().ofMaxSize(3).asGeneric(),
                        Arbitraries.maps(texts(), inner).ofMaxSize(3).asGeneric()),
                0,
                2);
    }

    @Provide
    Arbitrary<Duration> durations() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 1L << 40),
                        Arbitraries.integers().between(0, 999_999_999))
                .as(Duration::ofSeconds);
    }

    private static Arbitrary<String> texts() {
        return Arbitraries.strings().ascii().withChars('ä', '€', '\n').ofMaxLength(12);
    }

    private static Arbitrary<Instant> instants() {
        return Arbitraries.longs().between(0, 1L << 33).map(Instant::ofEpochSecond);
    }
}
