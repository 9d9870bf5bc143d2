package dev.baton.server.expression;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.test.BatonTest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhenExpressionTest {

    private static final Map<String, Object> PARAMETERS =
            Map.of("size", "big", "count", 3, "share", new BigDecimal("0.5"), "flag", true, "tags", List.of("a", "b"));

    private final BatonTest baton = BatonTest.create();

    @AfterEach
    void close() {
        baton.close();
    }

    /** An execution of a step with a condition, after one that returned a map. */
    private Execution executed(String when) throws BadExpressionException {
        WhenExpression expression = WhenExpression.compile(when);
        baton.add(Workflow.define("maybe", w -> {
            Step<Object> extract = w.call("extract", context -> Map.of("rows", 7, "name", "x"));
            w.run("load", context -> {}).after(extract).when(expression);
        }));
        return baton.trigger("maybe", PARAMETERS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "params.size == 'big'",
                "params['count'] > 2 && params.count < 3.5",
                "params.share == 0.5",
                "params.flag",
                "'a' in params.tags && size(params.tags) == 2",
                "outputs.extract.rows >= 7",
                "outputs['extract'].name.startsWith('x')",
                "has(params.size) && !has(params.colour)",
                "params.tags.exists(tag, tag == 'b')",
                "item == null",
                "trigger == 'manual' && attempt == 1",
            })
    void a_step_whose_expression_is_true_runs(String when) throws Exception {
        assertThat(executed(when)).ran("load");
    }

    @Test
    void a_step_whose_expression_is_false_is_skipped_and_says_so() throws Exception {
        Execution execution = executed("params.size == \"small\"");
        assertThat(execution).skipped("load");
        Assertions.assertThat(execution.run("load").reason()).isEqualTo("when is false: params.size == \"small\"");
    }

    @Test
    void a_step_that_asks_for_what_is_not_there_fails_and_names_it() throws Exception {
        Execution execution = executed("params.colour == 'red'");
        Assertions.assertThat(execution.run("load").status()).isEqualTo(RunStatus.FAILURE);
        Assertions.assertThat(execution.run("load").reason())
                .contains("when cannot be decided: params.colour == 'red'", "key 'colour' is not present");
    }

    @Test
    void a_step_whose_expression_turns_out_to_be_no_truth_value_fails() throws Exception {
        Execution execution = executed("params.size");
        Assertions.assertThat(execution.run("load").status()).isEqualTo(RunStatus.FAILURE);
        Assertions.assertThat(execution.run("load").reason()).contains("neither true nor false");
    }

    @Test
    void a_null_can_be_compared() throws Exception {
        baton.add(Workflow.define("nulls", w -> {
            Step<Object> extract = w.call("extract", context -> Collections.singletonMap("rows", null));
            w.run("load", context -> {}).after(extract).when(compiled("outputs.extract.rows == null"));
        }));
        assertThat(baton.trigger("nulls")).ran("load");
    }

    private static WhenExpression compiled(String when) {
        try {
            return WhenExpression.compile(when);
        } catch (BadExpressionException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_expression_that_loops_for_too_long_is_given_up() throws Exception {
        List<Integer> many = new ArrayList<>(Collections.nCopies(1_000, 1));
        WhenExpression expression =
                WhenExpression.compile("params.many.all(a, params.many.all(b, params.many.all(c, true)))");
        baton.add(Workflow.define("endless", w -> w.run("load", context -> {}).when(expression)));
        Execution execution = baton.trigger("endless", Map.of("many", many));
        Assertions.assertThat(execution.run("load").status()).isEqualTo(RunStatus.FAILURE);
        Assertions.assertThat(execution.run("load").reason()).contains("when cannot be decided");
    }

    @Test
    void a_mistake_is_found_when_it_is_compiled_with_its_place() {
        assertThatThrownBy(() -> WhenExpression.compile("params.size == "))
                .isInstanceOf(BadExpressionException.class)
                .hasMessageContaining("column 16");
        assertThatThrownBy(() -> WhenExpression.compile("1 == 1 && parms.size == 'big'"))
                .isInstanceOfSatisfying(BadExpressionException.class, e -> {
                    Assertions.assertThat(e.line()).isEqualTo(1);
                    Assertions.assertThat(e.column()).isEqualTo(11);
                })
                .hasMessageContaining("parms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 + 1", "'yes'", "attempt", ""})
    void what_can_never_be_true_or_false_is_refused(String when) {
        assertThatThrownBy(() -> WhenExpression.compile(when)).isInstanceOf(BadExpressionException.class);
    }

    @Test
    void an_expression_as_long_as_a_book_is_refused() {
        assertThatThrownBy(() -> WhenExpression.compile("true" + " && true".repeat(1_000)))
                .isInstanceOf(BadExpressionException.class);
    }
}
