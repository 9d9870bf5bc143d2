package dev.baton;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The lines between the packages, and between what decides and what acts. */
class ArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.baton");

    @Test
    void the_library_needs_slf4j_alone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.baton..", "java..", "org.slf4j..", "org.jspecify..")
                .check(CORE);
    }

    @Test
    void what_decides_knows_nothing_of_what_acts() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.baton.schedule..", "dev.baton.graph..", "dev.baton.policy..", "dev.baton.error..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.baton.engine..", "dev.baton.spi..")
                .check(CORE);
    }

    @Test
    void schedules_and_errors_stand_on_their_own() {
        noClasses()
                .that()
                .resideInAPackage("dev.baton.schedule..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.baton", "dev.baton.graph..", "dev.baton.policy..")
                .check(CORE);
        noClasses()
                .that()
                .resideInAPackage("dev.baton.error..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.baton", "dev.baton.schedule..", "dev.baton.graph..", "dev.baton.policy..")
                .check(CORE);
    }

    @Test
    void only_the_face_of_the_engine_knows_the_engine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.baton.engine..")
                .and()
                .doNotHaveFullyQualifiedName(Baton.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(Baton.Builder.class.getName())
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.baton.engine..")
                .check(CORE);
    }

    @Test
    void what_decides_has_no_thread_clock_or_lock() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.baton.graph..", "dev.baton.schedule..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.util.concurrent.locks")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(CORE);
    }

    @Test
    void only_the_system_time_reads_the_real_clock() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.baton.engine.SystemTime")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .check(CORE);
    }
}
