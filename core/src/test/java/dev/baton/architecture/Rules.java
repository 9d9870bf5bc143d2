package dev.baton.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Rules that hold in every module, for the {@code ArchitectureTest} of each. */
public final class Rules {

    private static final Set<Class<?>> TIMES = Set.of(
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class,
            OffsetDateTime.class,
            ZonedDateTime.class,
            Year.class);

    private Rules() {}

    /** The classes that were compiled together with this one: those of the module, or those of its tests. */
    public static JavaClasses compiledWith(Class<?> one) {
        return new ClassFileImporter()
                .importUrl(one.getProtectionDomain().getCodeSource().getLocation());
    }

    /** Packages depend on one another in one direction only. Those that are named stay out of it. */
    public static ArchRule noCyclesBetweenPackagesBut(String... exceptions) {
        Set<String> left = Set.of(exceptions);
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        String name = type.getPackageName();
                        return left.contains(name) ? SliceIdentifier.ignore() : SliceIdentifier.of(name);
                    }

                    @Override
                    public String getDescription() {
                        return "packages but " + left;
                    }
                })
                .should()
                .beFreeOfCycles();
    }

    /** What is below {@code internal} may change with every version of the library. */
    public static ArchRule noUseOfTheLibrarysInternals() {
        return noUseOf("dev.baton.internal..");
    }

    /** No class depends on modules that are built later or beside this one. */
    public static ArchRule noUseOf(String... packages) {
        return noClasses().should().dependOnClassesThat().resideInAnyPackage(packages);
    }

    /** Time is read by these classes, and by those within them: neither the time of day nor a count of nanoseconds. */
    public static ArchRule timeReadByNoneBut(String... readers) {
        return noClassesBut(readers)
                .should()
                .accessTargetWhere(DescribedPredicate.describe(
                        "reads the time", access -> readsTheTimeOfDay(access) || countsNanoseconds(access)));
    }

    /** The time of day is read by these classes, and by those within them; to count nanoseconds is left to all. */
    public static ArchRule timeOfDayReadByNoneBut(String... readers) {
        return noClassesBut(readers)
                .should()
                .accessTargetWhere(DescribedPredicate.describe("reads the time of day", Rules::readsTheTimeOfDay));
    }

    private static GivenClassesConjunction noClassesBut(String... names) {
        return noClasses()
                .that(DescribedPredicate.describe("are none of " + List.of(names), type -> !isWithin(type, names)));
    }

    private static boolean isWithin(JavaClass type, String... names) {
        return Arrays.stream(names)
                .anyMatch(name -> type.getName().equals(name) || type.getName().startsWith(name + "$"));
    }

    private static boolean countsNanoseconds(JavaAccess<?> access) {
        return access.getTargetOwner().isEquivalentTo(System.class)
                && access.getName().equals("nanoTime");
    }

    private static boolean readsTheTimeOfDay(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        String name = access.getName();
        if (owner.isEquivalentTo(System.class)) {
            return name.equals("currentTimeMillis");
        }
        if (owner.isEquivalentTo(Clock.class)) {
            return name.startsWith("system") || name.startsWith("tick");
        }
        // What a clock says that was handed over is another matter.
        return name.equals("now")
                && TIMES.stream().anyMatch(owner::isEquivalentTo)
                && !access.getTarget().getFullName().contains(Clock.class.getName());
    }

    /** None but these classes let time pass to see what happens: a test waits for a condition, or advances a clock. */
    public static ArchRule noSleepBut(String... sleepers) {
        return noClassesBut(sleepers).should().accessTargetWhere(DescribedPredicate.describe("sleeps", Rules::sleeps));
    }

    private static boolean sleeps(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        return switch (access.getName()) {
            case "sleep" -> owner.isEquivalentTo(Thread.class) || owner.isEquivalentTo(TimeUnit.class);
            case "parkNanos" -> owner.isEquivalentTo(LockSupport.class);
            default -> false;
        };
    }
}
