package dev.baton.jdbc;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.baton.architecture.Rules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses TESTS = Rules.compiledWith(ArchitectureTest.class);

    @Test
    void the_librarys_internals_are_not_touched() {
        Rules.noUseOfTheLibrarysInternals().check(TESTS);
    }

    @Test
    void no_test_sleeps() {
        // OverheadTest waits for what PostgreSQL counts, which it shows with a delay that cannot be waited out
        // otherwise. The bodies and the load of random trials take random times.
        Rules.noSleepBut("dev.baton.jdbc.OverheadTest", "dev.baton.jdbc.RandomBody", "dev.baton.jdbc.RandomLoad")
                .check(TESTS);
    }
}
