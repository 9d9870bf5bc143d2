package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DrillTest {

    private final Drill drill = new Drill("key", Drill.Kind.RETRY, "drill-retry-body");

    private void asksAt10AndHearsAt20(Drill.Outcome outcome) {
        drill.gave(new Drill.Order(Drill.Verb.RETRY, 10, 20, outcome));
    }

    @Test
    void a_command_is_obeyed_between_its_question_and_its_answer() {
        asksAt10AndHearsAt20(Drill.Outcome.DONE);

        assertThat(drill.mayBeObeyed(Drill.Verb.RETRY, 0, 9)).isFalse();
        assertThat(drill.mayBeObeyed(Drill.Verb.RETRY, 0, 15)).isTrue();
        assertThat(drill.mayBeObeyed(Drill.Verb.RETRY, 15, 30)).isTrue();
        assertThat(drill.mayBeObeyed(Drill.Verb.RETRY, 21, 30)).isFalse();
        assertThat(drill.mayBeObeyed(Drill.Verb.CANCEL, 0, 30)).isFalse();
    }

    @Test
    void a_command_without_an_answer_may_be_obeyed_later() {
        asksAt10AndHearsAt20(Drill.Outcome.UNKNOWN);

        assertThat(drill.mayBeObeyed(Drill.Verb.RETRY, 0, 9)).isFalse();
        assertThat(drill.mayBeObeyed(Drill.Verb.RETRY, 21, 30)).isTrue();
    }
}
