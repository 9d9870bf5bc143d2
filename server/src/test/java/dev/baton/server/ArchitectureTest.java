package dev.baton.server;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.baton.architecture.Rules;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ArchitectureTest {

    private static final JavaClasses MODULE = Rules.compiledWith(BatonServer.class);
    private static final JavaClasses TESTS = Rules.compiledWith(ArchitectureTest.class);

    @Test
    void the_server_knows_neither_the_command_line_nor_the_test_kit() {
        Rules.noUseOf("dev.baton.cli..", "dev.baton.test..").check(MODULE);
    }

    @Test
    void the_librarys_internals_are_not_touched() {
        Rules.noUseOfTheLibrarysInternals().check(MODULE);
        Rules.noUseOfTheLibrarysInternals().check(TESTS);
    }

    @Test
    void json_is_read_by_mappers_that_remember_no_names() {
        ArchRuleDefinition.noClasses()
                .should()
                .callMethod(JsonMapper.class, "shared")
                .orShould()
                .callMethod(JsonMapper.class, "builder")
                .orShould()
                .callConstructor(JsonMapper.class)
                .because("JsonMappers makes those that keep no table of names")
                .check(MODULE);
    }

    @Test
    void packages_have_no_cycles() {
        Rules.noCyclesBetweenPackagesBut().check(MODULE);
    }

    @Test
    void the_time_of_day_is_read_at_the_start_and_handed_over() {
        Rules.timeOfDayReadByNoneBut(
                        "dev.baton.server.BatonServer",
                        // These should be handed a clock as well.
                        "dev.baton.server.log.LogPruning",
                        "dev.baton.server.log.LogWriter",
                        "dev.baton.server.spec.ReferenceCheck",
                        "dev.baton.server.store.Database")
                .check(MODULE);
    }

    @Test
    void no_test_sleeps() {
        Rules.noSleepBut().check(TESTS);
    }
}
