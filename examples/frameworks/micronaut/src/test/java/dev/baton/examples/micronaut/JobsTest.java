package dev.baton.examples.micronaut;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The jobs on a fake clock, without the application. */
@ExtendWith(BatonExtension.class)
class JobsTest {

    @Test
    void the_report_runs_every_night(BatonTest test) {
        test.baton().add(new Jobs().report());
        test.clock().advance(Duration.ofDays(7));
        assertThat(test.lastExecution("report")).succeeded();
    }
}
