package dev.baton.docs;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(BatonExtension.class)
class NightlyTest {

    @Test
    void alert_runs_when_cleaning_fails(BatonTest baton) {
        baton.add(Nightly.ETL).failing("etl/clean");
        baton.advanceTo("2026-11-15T02:01:00+01:00");
        assertThat(baton.lastExecution("etl")).failed().ran("alert", "cleanup").skipped("load");
    }
}
