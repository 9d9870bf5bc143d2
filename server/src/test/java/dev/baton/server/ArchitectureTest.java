package dev.baton.server;

import com.tngtech.archunit.core.domain.InstanceofCheck;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.baton.architecture.Rules;
import dev.baton.server.kind.WorkSpec;
import dev.baton.worker.Command;
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
    void no_class_but_a_kind_itself_asks_which_kind_some_work_is() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackage("dev.baton.server.kind")
                .should(new ArchCondition<>("ask for a kind by its class") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        for (InstanceofCheck asked : type.getInstanceofChecks()) {
                            JavaClass kind = asked.getRawType();
                            boolean isKind = kind.isAssignableTo(WorkSpec.class) || kind.isAssignableTo(Command.class);
                            events.add(new SimpleConditionEvent(
                                    type, isKind, type.getName() + " asks for " + kind.getName()));
                        }
                    }
                })
                .because("what is particular to a kind stands in its class")
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
                        "dev.baton.server.mount.DashboardMount",
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
