package dev.baton.jdbc;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Decides which classes can be written and read back. */
final class KeptClasses {

    /** The allowed classes of the JDK; a shape in the database can name no other. */
    private static final Set<String> OF_JAVA = Set.of(
            "java.lang.String",
            "java.lang.Boolean",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Short",
            "java.lang.Byte",
            "java.lang.Float",
            "java.lang.Double",
            "java.lang.Character",
            "java.math.BigInteger",
            "java.math.BigDecimal",
            "java.net.URI",
            "java.nio.file.Path",
            "java.time.DayOfWeek",
            "java.time.Duration",
            "java.time.Instant",
            "java.time.LocalDate",
            "java.time.LocalDateTime",
            "java.time.LocalTime",
            "java.time.Month",
            "java.time.MonthDay",
            "java.time.OffsetDateTime",
            "java.time.OffsetTime",
            "java.time.Period",
            "java.time.Year",
            "java.time.YearMonth",
            "java.time.ZoneId",
            "java.time.ZoneOffset",
            "java.time.ZonedDateTime",
            "java.time.temporal.ChronoUnit",
            "java.util.Currency",
            "java.util.Date",
            "java.util.Locale",
            "java.util.UUID",
            "java.util.concurrent.TimeUnit");

    private static final Set<String> KEYS = Set.of(
            "java.lang.String",
            "java.lang.Integer",
            "java.lang.Long",
            "java.time.Instant",
            "java.time.LocalDate",
            "java.time.LocalDateTime",
            "java.util.UUID");

    private static final String[] JAVA = {"java.", "javax.", "jdk.", "sun.", "com.sun."};

    private static final ClassValue<Optional<String>> OBJECTIONS = new ClassValue<>() {
        @Override
        protected Optional<String> computeValue(Class<?> type) {
            return Optional.ofNullable(objection(type));
        }
    };

    private KeptClasses() {}

    /** Rejects a class that could not be read back. */
    static void check(Class<?> type) {
        OBJECTIONS.get(type).ifPresent(objection -> {
            throw new IllegalArgumentException("a " + type.getName() + " cannot be kept: " + objection);
        });
    }

    static boolean isKey(Class<?> type) {
        return type.isEnum() || KEYS.contains(type.getName());
    }

    /** Whether a shape may name this class. */
    static boolean mayBeNamed(String name) {
        return OF_JAVA.contains(name) || !isOfJava(name);
    }

    private static boolean isOfJava(String name) {
        return Stream.of(JAVA).anyMatch(name::startsWith);
    }

    private static @Nullable String objection(Class<?> type) {
        if (OF_JAVA.contains(type.getName())) {
            return null;
        }
        if (type.isHidden() || type.isSynthetic()) {
            return "it is a lambda; return what it computes";
        }
        if (Future.class.isAssignableFrom(type)) {
            return "it may not have its result yet; wait for it and return that";
        }
        if (AutoCloseable.class.isAssignableFrom(type) || Iterator.class.isAssignableFrom(type)) {
            return "it belongs to this process; return a List or a record of what it gives";
        }
        if (Throwable.class.isAssignableFrom(type)) {
            return "it is an error; throw it";
        }
        if (isOfJava(type.getName())) {
            return "Baton does not know this class of Java; return a record";
        }
        return type.isEnum() ? null : objectionToOwn(type);
    }

    private static @Nullable String objectionToOwn(Class<?> type) {
        if (type.isAnonymousClass()) {
            return "its class has no name; return a record";
        }
        if (type.getTypeParameters().length > 0) {
            return "what its type parameters stand for is not known at run time; return a record without them";
        }
        if (isAnnotated(type)) {
            return null;
        }
        if (type.isRecord()) {
            return objectionToComponents(type);
        }
        if (type.isLocalClass() || (type.isMemberClass() && !Modifier.isStatic(type.getModifiers()))) {
            return "it holds on to the object or method around it; make it a record, or static";
        }
        return hasConstructor(type) ? null : "it has no constructor without arguments; make it a record";
    }

    private static @Nullable String objectionToComponents(Class<?> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            if (!isAnnotated(component) && !isConcrete(component.getGenericType())) {
                return "its component " + component.getName() + " is a "
                        + component.getGenericType().getTypeName()
                        + ", which does not say what to read; use a class that does";
            }
        }
        return null;
    }

    private static boolean isConcrete(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return isConcrete(parameterized.getRawType())
                    && Stream.of(parameterized.getActualTypeArguments()).allMatch(KeptClasses::isConcrete);
        }
        if (!(type instanceof Class<?> raw)) {
            // An array of a generic type can be read; a type variable or a wildcard cannot.
            return type instanceof java.lang.reflect.GenericArrayType;
        }
        boolean isContainer = Collection.class.isAssignableFrom(raw)
                || Map.class.isAssignableFrom(raw)
                || CharSequence.class.isAssignableFrom(raw);
        return raw != Object.class
                && (isContainer
                        || raw.isArray()
                        || raw.isPrimitive()
                        || OF_JAVA.contains(raw.getName())
                        || !Modifier.isAbstract(raw.getModifiers())
                        || raw.isEnum()
                        || isAnnotated(raw));
    }

    /** Whether an annotation tells Jackson how to read the element. */
    private static boolean isAnnotated(AnnotatedElement element) {
        return element.isAnnotationPresent(JsonTypeInfo.class) || element.isAnnotationPresent(JsonDeserialize.class);
    }

    private static boolean hasConstructor(Class<?> type) {
        Stream<Executable> makers =
                Stream.concat(Stream.of(type.getDeclaredConstructors()), Stream.of(type.getDeclaredMethods()));
        return Stream.of(type.getDeclaredConstructors()).anyMatch(constructor -> constructor.getParameterCount() == 0)
                || makers.anyMatch(maker -> maker.isAnnotationPresent(JsonCreator.class));
    }
}
