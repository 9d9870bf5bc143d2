package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Run;
import dev.baton.Workflow;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Typed jobs whose input comes as JSON: from the API, the dashboard or the command line. */
class JsonInputsTest {

    private static final Map<String, Object> ADA =
            Map.of("customer", "Ada", "amount", 12.5, "day", "2026-02-03", "tags", List.of("new"));

    /** An input. */
    public record Charge(String customer, BigDecimal amount, LocalDate day, List<String> tags) {}

    private static final Charge CHARGE =
            new Charge("Ada", new BigDecimal("12.5"), LocalDate.of(2026, 2, 3), List.of("new"));

    @TempDir
    private Path folder;

    private Baton baton = Baton.inMemory();

    private final List<Object> seen = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void start() {
        baton.close();
        baton = Baton.on(Stores.sqlite(folder.resolve("baton.db"))).start();
    }

    @AfterEach
    void close() {
        baton.close();
    }

    private <I> Execution given(Class<I> type, Object input) throws InterruptedException {
        baton.put(Job.named("take")
                .takes(type)
                .run((context, value) -> seen.add(value))
                .job());
        return baton.trigger("take", Map.of("input", input)).await(Duration.ofSeconds(20));
    }

    @Test
    void a_map_becomes_the_class() throws InterruptedException {
        given(Charge.class, ADA);
        assertThat(seen).containsExactly(CHARGE);
    }

    @Test
    void a_list_becomes_an_array() throws InterruptedException {
        given(Charge[].class, List.of(ADA));
        assertThat((Charge[]) seen.get(0)).containsExactly(CHARGE);
    }

    @Test
    void a_text_and_a_number_become_the_class() throws InterruptedException {
        given(LocalDate.class, "2026-02-03");
        given(Long.class, 42);
        given(Double.class, 5);
        given(BigDecimal.class, 12.5);
        assertThat(seen).containsExactly(LocalDate.of(2026, 2, 3), 42L, 5.0, new BigDecimal("12.5"));
    }

    @Test
    void a_number_that_does_not_fit_is_refused() throws InterruptedException {
        assertThat(given(Integer.class, 42.7).run("take").reason())
                .isEqualTo("take asks for parameter \"input\" as a java.lang.Integer, but it is a java.lang.Double");
        assertThat(given(String.class, 42).run("take").reason())
                .isEqualTo("take asks for parameter \"input\" as a java.lang.String, but it is a java.lang.Integer");
        assertThat(seen).isEmpty();
    }

    @Test
    void a_map_that_is_not_of_the_class_says_what_is_wrong() throws InterruptedException {
        assertThat(given(Charge.class, Map.of("customer", "Ada", "day", "tomorrow"))
                        .run("take")
                        .reason())
                .startsWith("take asks for parameter \"input\" as a " + Charge.class.getName()
                        + ", and its JSON cannot be read as one: ")
                .contains("tomorrow")
                .doesNotContain("no longer");
        assertThat(given(Integer.class, "").run("take").reason()).contains("cannot be read as one");
    }

    @Test
    void the_items_of_a_typed_fan_out_become_the_class() throws InterruptedException {
        baton.add(Workflow.define("all", w -> {
            Fanout charges = Fanout.over(context -> context.parameter("charges", List.class));
            w.fanout("sums", charges, Charge.class, (context, charge) -> charge.amount());
            w.forEach("each", charges, Charge.class, (context, charge) -> seen.add(charge));
        }));
        Execution ended = baton.trigger("all", Map.of("charges", List.of(ADA))).await(Duration.ofSeconds(20));
        assertThat(ended.runs()).extracting(Run::reason).containsOnly("");
        assertThat(ended.status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(ended.run("sums").output()).contains(List.of(new BigDecimal("12.5")));
        assertThat(seen).containsExactly(CHARGE);
    }
}
