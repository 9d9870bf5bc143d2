package dev.baton.worker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.baton.architecture.Rules;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ArchitectureTest {

    private static final JavaClasses MODULE = Rules.compiledWith(BatonWorker.class);
    private static final JavaClasses TESTS = Rules.compiledWith(ArchitectureTest.class);

    @Test
    void a_worker_needs_jackson_httpclient_and_slf4j_alone_and_not_even_the_library() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.baton.worker..",
                        "java..",
                        "javax.net..",
                        "org.apache.hc..",
                        "org.slf4j..",
                        "org.jspecify..",
                        "tools.jackson..",
                        "com.fasterxml.jackson.annotation..")
                .check(MODULE);
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
        // The root holds both the words that all packages share (Assignment, Dispatch, Handlers) and the worker that
        // is put together from them, so it is in a cycle with kind, log and wire.
        Rules.noCyclesBetweenPackagesBut("dev.baton.worker").check(MODULE);
    }

    @Test
    void the_time_of_day_is_read_where_a_runs_log_begins() {
        Rules.timeOfDayReadByNoneBut("dev.baton.worker.ActiveRun").check(MODULE);
    }

    @Test
    void no_test_sleeps() {
        Rules.noSleepBut().check(TESTS);
    }
}
