package dev.baton.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedsTest {

    @Test
    void a_failure_names_its_seed_and_how_to_repeat_it() {
        List<Long> seeds = new ArrayList<>();
        assertThatThrownBy(() -> new Seeds("ATest#a_test", 1).run(10, draw -> {
                    seeds.add(draw.seed());
                    assertThat(seeds).hasSizeLessThan(4);
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("ATest#a_test: try 4 of 10 failed. "
                        + "Repeat it with -Dtest=ATest#a_test -Dbaton.seed=" + seeds.get(3))
                .hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void the_same_seed_draws_the_same_values() {
        assertThat(values(new Draw(7))).isEqualTo(values(new Draw(7))).isNotEqualTo(values(new Draw(8)));
    }

    @Test
    void all_tries_of_all_tests_have_seeds_of_their_own() {
        List<Long> seeds = new ArrayList<>();
        for (String test : List.of("ATest#a", "ATest#b")) {
            new Seeds(test, 1).run(1_000, draw -> seeds.add(draw.seed()));
        }
        assertThat(new HashSet<>(seeds)).hasSize(2_000);
    }

    @Test
    void numbers_keep_to_their_bounds_and_reach_both() {
        for (long[] bounds : new long[][] {
            {0, 0}, {0, 1}, {-3, 5}, {5, 9}, {Long.MIN_VALUE, Long.MAX_VALUE}, {1L << 40, Long.MAX_VALUE}
        }) {
            Draw draw = new Draw(1);
            List<Long> drawn = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                drawn.add(draw.between(bounds[0], bounds[1]));
            }
            assertThat(drawn)
                    .contains(bounds[0], bounds[1])
                    .allSatisfy(number -> assertThat(number).isBetween(bounds[0], bounds[1]));
        }
    }

    @Test
    void texts_have_the_length_that_was_asked_for() {
        Draw draw = new Draw(1);
        for (int i = 0; i < 2_000; i++) {
            assertThat(draw.text(2, 9)).hasSizeBetween(2, 9);
            assertThat(draw.textOf("ab", 1, 4)).matches("[ab]{1,4}");
        }
    }

    private static List<Object> values(Draw draw) {
        return List.of(
                draw.between(0, 1_000_000),
                draw.text(0, 100),
                draw.list(0, 9, draw::flag),
                draw.between(0.0, 1.0),
                draw.of("a", "b", "c"));
    }
}
