package dev.baton.internal.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EndReasonTest {

    @Test
    void the_numbers_in_stores_stay_what_they_were() {
        assertThat(Arrays.stream(EndReason.values()).map(reason -> reason.number() + " " + reason))
                .contains(
                        "0 BODY",
                        "1 CONDITION",
                        "2 PAUSED",
                        "3 REMOVED",
                        "4 OVERLAP",
                        "5 EXECUTION_OVERLAP",
                        "6 NOT_CALLED",
                        "7 FAIL_FAST",
                        "8 EXECUTION_TIMEOUT",
                        "9 CANCELLED",
                        "10 REPLACED",
                        "11 TOO_LONG",
                        "12 MARKED",
                        "13 EXTERNAL",
                        "14 LOST",
                        "15 GUARD");
    }

    @Test
    void every_reason_is_found_by_its_number() {
        assertThat(EndReason.values())
                .allSatisfy(reason -> assertThat(EndReason.of(reason.number())).isSameAs(reason));
    }
}
