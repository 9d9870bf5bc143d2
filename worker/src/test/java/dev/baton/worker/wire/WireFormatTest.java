package dev.baton.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.seeded.Draw;
import dev.baton.seeded.Seeds;
import dev.baton.worker.Assignment;
import dev.baton.worker.Assignment.Ended;
import dev.baton.worker.Assignment.Inputs;
import dev.baton.worker.Assignment.Item;
import dev.baton.worker.Assignment.RunInfo;
import dev.baton.worker.Assignment.Upstream;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class WireFormatTest {

    private static final JsonMapper JSON = WireFormat.mapper();

    private static final String CHARACTERS =
            IntStream.range(0, 128).mapToObj(Character::toString).collect(Collectors.joining()) + "ä€\n";

    @Test
    void keys_are_in_snake_case_and_what_is_null_is_left_out() {
        RunInfo run = new RunInfo("r", "e", "j", 1, Instant.parse("2026-11-15T02:00:00Z"), "manual", null, null, false);
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

    @Test
    void an_assignment_comes_back_as_it_was() {
        Seeds.tries(1_000, draw -> {
            Assignment assignment = assignment(draw);
            assertThat(JSON.readValue(JSON.writeValueAsString(assignment), Assignment.class))
                    .isEqualTo(assignment);
        });
    }

    @Test
    void a_result_comes_back_as_it_was() {
        Seeds.tries(1_000, draw -> {
            Object output = value(draw);
            NewStep step = NewStep.of("next", "clean").after("a:failure").param("value", output);
            Result result = new Result(
                    draw.of(Outcome.values()),
                    output,
                    null,
                    7,
                    List.of(step, NewStep.of("b", "clean").atLeast(1)));
            assertThat(JSON.readValue(JSON.writeValueAsString(result), Result.class))
                    .isEqualTo(result);
        });
    }

    @Test
    void a_duration_comes_back_as_it_was() {
        Seeds.tries(1_000, draw -> {
            Duration duration = duration(draw);
            assertThat(Durations.ofAnyLength(Durations.format(duration))).contains(duration);
        });
    }

    private static Assignment assignment(Draw draw) {
        Instant time = Instant.ofEpochSecond(draw.between(0, 1L << 33));
        RunInfo run = new RunInfo(
                text(draw), "e", text(draw), 3, time, "manual", draw.orNull(() -> text(draw)), null, draw.flag());
        Inputs inputs = new Inputs(
                Map.of("A", text(draw)),
                Map.of("p", value(draw)),
                Map.of("step", "x"),
                draw.orNull(() -> new Item(value(draw), 5, "ITEM")),
                Map.of("FILE", "y"),
                draw.orNull(() -> new Upstream(
                        draw.orNull(() -> text(draw)),
                        Map.of("step", new Ended(text(draw), draw.orNull(() -> text(draw)))))));
        return new Assignment(text(draw), run, command(draw), inputs, draw.list(0, 3, () -> text(draw)));
    }

    private static Command command(Draw draw) {
        return draw.oneOf(
                () -> new Command.Shell(
                        text(draw), "/bin/sh", draw.orNull(() -> text(draw)), Set.of(0, 3), duration(draw)),
                () -> new Command.Http(
                        "POST",
                        text(draw),
                        Map.of("X-A", "b"),
                        draw.orNull(() -> text(draw)),
                        Set.of(),
                        duration(draw),
                        true),
                () -> new Command.Claude(text(draw), List.of("claude", "-p"), null, duration(draw)),
                () -> new Command.Handler(text(draw)));
    }

    private static Object value(Draw draw) {
        return value(draw, draw.between(0, 2));
    }

    private static Object value(Draw draw, int depth) {
        if (depth > 0) {
            return draw.oneOf(
                    () -> draw.list(0, 3, () -> value(draw, depth - 1)),
                    () -> draw.set(3, () -> text(draw)).stream()
                            .collect(Collectors.toMap(key -> key, key -> value(draw, depth - 1))));
        }
        return draw.oneOf(
                () -> text(draw),
                () -> draw.between(Integer.MIN_VALUE, Integer.MAX_VALUE),
                () -> draw.between(1L << 40, Long.MAX_VALUE),
                () -> draw.between(-1000.0, 1000.0),
                draw::flag);
    }

    private static Duration duration(Draw draw) {
        return Duration.ofSeconds(draw.between(0, 1L << 40), draw.between(0, 999_999_999));
    }

    /** ASCII, controls included, and a few that are not. */
    private static String text(Draw draw) {
        return draw.textOf(CHARACTERS, 0, 12);
    }
}
