package dev.baton.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.baton.architecture.Rules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses MODULE = Rules.compiledWith(Stores.class);
    private static final JavaClasses TESTS = Rules.compiledWith(ArchitectureTest.class);

    @Test
    void the_stores_need_jackson_and_the_drivers_alone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.baton..",
                        "java..",
                        "javax.sql..",
                        "org.slf4j..",
                        "org.jspecify..",
                        "tools.jackson..",
                        "com.fasterxml.jackson.annotation..",
                        "org.sqlite..",
                        "org.postgresql..")
                .check(MODULE);
    }

    @Test
    void the_stores_know_the_library_and_nothing_that_is_built_on_them() {
        Rules.noUseOf("dev.baton.test..", "dev.baton.worker..", "dev.baton.server..", "dev.baton.cli..")
                .check(MODULE);
    }

    @Test
    void the_librarys_internals_are_not_touched() {
        Rules.noUseOfTheLibrarysInternals().check(MODULE);
        Rules.noUseOfTheLibrarysInternals().check(TESTS);
    }

    @Test
    void packages_have_no_cycles() {
        Rules.noCyclesBetweenPackagesBut().check(MODULE);
    }

    @Test
    void few_classes_read_the_clock() {
        // PostgresClock measures how far the database's clock is from this one. PlanPruning only spaces its own looks.
        // Ids made outside a node, by a caller of Enqueue, are only ordered by their time.
        Rules.timeReadByNoneBut("dev.baton.jdbc.PostgresClock", "dev.baton.jdbc.PlanPruning", "dev.baton.jdbc.Enqueue")
                .check(MODULE);
    }

    @Test
    void no_test_sleeps() {
        Rules.noSleepBut().check(TESTS);
    }
}
