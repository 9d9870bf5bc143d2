package dev.baton;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the dependencies between packages, and the separation of decisions from effects. */
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
                .resideInAnyPackage("dev.baton.internal..", "dev.baton.spi..")
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
                .resideOutsideOfPackage("dev.baton.internal..")
                .and()
                .doNotHaveFullyQualifiedName(Baton.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(Baton.Builder.class.getName())
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.baton.internal..")
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
                .doNotHaveFullyQualifiedName("dev.baton.internal.time.SystemTime")
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

    /** The rooms of the engine, from the top down: each knows only those below it. */
    private static final List<String> ROOMS = List.of(
            "internal",
            "cluster",
            "journal",
            "limit",
            "fire",
            "event",
            "run",
            "view",
            "execution",
            "definition",
            "time");

    @Test
    void rooms_of_the_engine_know_only_those_below_them() {
        for (int room = 0; room < ROOMS.size(); room++) {
            String[] above = ROOMS.subList(0, room).stream()
                    .map(ArchitectureTest::packageOf)
                    .toArray(String[]::new);
            if (above.length > 0) {
                noClasses()
                        .that()
                        .resideInAPackage(packageOf(ROOMS.get(room)))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(above)
                        .because("dependencies go down only")
                        .check(CORE);
            }
        }
    }

    private static String packageOf(String room) {
        return room.equals("internal") ? "dev.baton.internal" : "dev.baton.internal." + room;
    }

    @Test
    void no_package_depends_on_itself_through_others() {
        slices().matching("dev.baton.internal.(*)..").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void no_constructor_of_the_engine_takes_more_than_six_arguments() {
        for (JavaClass type : CORE) {
            if (type.getPackageName().startsWith("dev.baton.internal")) {
                type.getConstructors()
                        .forEach(constructor -> assertThat(constructor.getRawParameterTypes())
                                .as(constructor.getFullName())
                                .hasSizeLessThanOrEqualTo(6));
            }
        }
    }

    /** Programs that look into the engine on purpose: one to harm it, the other to measure it. */
    private static final Set<String> ONLOOKERS = Set.of("FaultNode.java", "ManyJobs.java");

    /** In all modules, those without tests too: read as text, for they are compiled later. */
    @Test
    void no_other_module_touches_the_engine() throws IOException {
        Path core = Path.of("").toAbsolutePath();
        List<Path> others;
        try (Stream<Path> modules = Files.list(core.getParent())) {
            others = modules.filter(module -> Files.exists(module.resolve("pom.xml")) && !module.equals(core))
                    .toList();
        }
        assertThat(others).isNotEmpty();
        for (Path module : others) {
            try (Stream<Path> files =
                    Files.walk(Files.exists(module.resolve("src")) ? module.resolve("src") : module)) {
                assertThat(files.filter(file -> file.toString().endsWith(".java"))
                                .filter(file ->
                                        !ONLOOKERS.contains(file.getFileName().toString())))
                        .allSatisfy(file -> assertThat(file).content().doesNotContain("dev.baton.internal."));
            }
        }
    }
}
