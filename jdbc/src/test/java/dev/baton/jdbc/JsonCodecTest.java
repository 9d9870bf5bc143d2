package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.baton.spi.Codec;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

class JsonCodecTest {

    record Row(long id, String name, Instant at, List<Integer> numbers) {}

    record Nested(Row row, Map<String, Row> rows, Optional<Row> maybe, Color color, BigDecimal price, double[] values) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Nested that
                    && row.equals(that.row)
                    && rows.equals(that.rows)
                    && maybe.equals(that.maybe)
                    && color == that.color
                    && price.equals(that.price)
                    && Arrays.equals(values, that.values);
        }

        @Override
        public int hashCode() {
            return row.hashCode();
        }
    }

    enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "a class of its own";
            }
        }
    }

    static class Bean {
        private String hidden = "";
        private int count;

        static Bean of(String hidden, int count) {
            Bean bean = new Bean();
            bean.hidden = hidden;
            bean.count = count;
            return bean;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bean that && hidden.equals(that.hidden) && count == that.count;
        }

        @Override
        public int hashCode() {
            return count;
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Circle.class))
    interface Figure {}

    record Circle(int radius) implements Figure {}

    record Drawing(List<Figure> figures) {}

    record Page<T>(List<T> items) {}

    record Anything(Object value) {}

    record Something(Supplier<String> value) {}

    static class Unmakable {
        final int value;

        Unmakable(int value) {
            this.value = value;
        }
    }

    @SuppressWarnings("ClassCanBeStatic")
    class Inner {}

    private static final Row ROW =
            new Row(1L << 40, "ü\0\"", Instant.parse("2026-11-15T01:02:03.123456789Z"), List.of(1, 2));

    private final Codec codec = JsonCodec.standard();

    static Stream<Object> values() {
        Map<String, Object> mixed = new LinkedHashMap<>();
        mixed.put("long", 5L);
        mixed.put("text, with: \"signs\" {<[(\\", "x");
        mixed.put("row", ROW);
        mixed.put("rows", List.of(ROW, ROW));
        mixed.put("nothing", null);
        return Stream.of(
                // Natural ones.
                "",
                "text \u2028 \uD83D\uDE00 \0 \"",
                true,
                5,
                Integer.MIN_VALUE,
                1.5,
                5.0,
                1e300,
                List.of(),
                List.of(1, "a", true, 2.0, List.of(3), Map.of("k", List.of(4))),
                Map.of("a", 1, "b", Map.of("c", List.of("d"))),
                Arrays.asList(1, null, 2),
                // Numbers that JSON does not tell apart.
                5L,
                Long.MAX_VALUE,
                (short) 5,
                (byte) 5,
                5.5f,
                'c',
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                new BigInteger("123456789012345678901234567890"),
                new BigDecimal("1.10"),
                new BigDecimal("1E+400"),
                List.of(1L, 2L),
                List.of(1, 2L, 3.0, 4.0f, "x"),
                List.of(Double.NaN, 1.0),
                // Times and other values.
                ROW.at(),
                Instant.MIN,
                Duration.ofNanos(1_500_000_001),
                Period.ofDays(3),
                LocalDate.of(2026, 11, 15),
                LocalTime.of(1, 2, 3, 4),
                LocalDateTime.of(2026, 11, 15, 1, 2),
                OffsetDateTime.of(2026, 11, 15, 1, 2, 3, 4, ZoneOffset.ofHours(5)),
                ZonedDateTime.of(2026, 11, 15, 1, 2, 3, 4, ZoneId.of("Europe/Berlin")),
                ZoneId.of("Europe/Berlin"),
                ZoneOffset.ofHours(2),
                Year.of(2026),
                YearMonth.of(2026, 11),
                DayOfWeek.MONDAY,
                UUID.randomUUID(),
                URI.create("https://example.org/?a=b"),
                Path.of("/tmp/x"),
                // Classes of the user's own.
                ROW,
                new Nested(
                        ROW, Map.of("r", ROW), Optional.of(ROW), Color.GREEN, new BigDecimal("0.10"), new double[] {1}),
                Color.RED,
                Color.GREEN,
                Bean.of("secret", 3),
                new Circle(3),
                List.of(new Circle(3)),
                new Drawing(List.of(new Circle(1))),
                // Containers.
                List.of(ROW, ROW),
                Arrays.asList(ROW, null),
                Set.of(1, 2),
                Set.of(ROW),
                Set.of(Color.RED, Color.GREEN),
                new TreeSet<>(Set.of(3L, 1L)),
                new TreeMap<>(Map.of("b", 1, "a", 2)),
                Map.of(1, "one", 2, "two"),
                Map.of(5L, ROW),
                Map.of(Color.GREEN, 1),
                Map.of(LocalDate.of(2026, 1, 1), List.of(1L)),
                Map.of("a", 5L),
                Map.of("a", ROW),
                mixed,
                List.of(List.of(1L), List.of(), List.of("x")),
                List.of(Map.of("a", 1L), Map.of("a", 2L)),
                Optional.empty(),
                Optional.of("x"),
                Optional.of(5L),
                Optional.of(List.of(ROW)),
                new ArrayList<>(List.of(1)));
    }

    @ParameterizedTest
    @MethodSource("values")
    void a_value_comes_back_as_it_was(Object value) {
        Object back = roundTrip(value);

        assertThat(back).isEqualTo(value);
        if (!(value instanceof List || value instanceof Map || value instanceof Set || value instanceof Path)) {
            assertThat(back.getClass()).isEqualTo(value.getClass());
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void values_under_names_come_back_as_they_were(Object value) {
        Map<String, Object> values = Map.of("value", value, "other", "x");

        assertThat(codec.decodeAll(codec.encodeAll(values), loader())).isEqualTo(values);
    }

    static Stream<Object> arrays() {
        return Stream.of(
                new byte[] {1, -1},
                new int[] {1, 2},
                new String[] {"a", null},
                new Row[] {ROW},
                new int[][] {{1}, {2, 3}},
                new Long[] {1L});
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void an_array_comes_back_as_it_was(Object array) {
        Object back = roundTrip(array);

        assertThat(back.getClass()).isEqualTo(array.getClass());
        assertThat(Arrays.deepEquals(new Object[] {back}, new Object[] {array})).isTrue();
    }

    static Stream<Object> refused() {
        Supplier<String> lambda = () -> "x";
        return Stream.of(
                lambda,
                Stream.of(1),
                CompletableFuture.completedFuture(1),
                new ByteArrayInputStream(new byte[0]),
                new IllegalStateException(),
                List.of(1).iterator(),
                new Object(),
                new AtomicInteger(),
                new Object() {},
                String.class,
                new Page<>(List.of(ROW)),
                new Anything(1),
                new Something(lambda),
                new Unmakable(1),
                new JsonCodecTest().new Inner(),
                List.of(lambda),
                Map.of("a", new Object()),
                Map.of(new Circle(1), 1),
                Map.of(1, 1L, 2, "x"),
                new TreeSet<>(Comparator.<Integer>reverseOrder()),
                new java.util.PriorityQueue<>(List.of(1)));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void what_could_not_be_read_again_is_refused(Object value) {
        assertThatThrownBy(() -> codec.encode(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("(?s).*(return|use|make|throw|wait).*");
    }

    static Stream<Object> large() {
        return Stream.of(
                BigInteger.TEN.pow(5_000), new BigDecimal(BigInteger.TEN.pow(5_000), 7), Map.of("k".repeat(60_000), 1));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("large")
    void what_is_larger_than_most_readers_of_json_accept_comes_back_as_it_was(Object value) {
        assertThat(roundTrip(value)).isEqualTo(value);
    }

    @Test
    void an_array_of_different_things_is_refused() {
        assertThatThrownBy(() -> codec.encode(new Object[] {1, "a"})).hasMessageContaining("return a List");
    }

    @Test
    void zero_keeps_its_sign() {
        assertThat(roundTrip(-0.0)).isEqualTo(-0.0);
    }

    @Test
    void natural_values_need_no_type() {
        assertThat(codec.encode(List.of(1, "a"))).isEqualTo(new Codec.Encoded("[1,\"a\"]", null));
        assertThat(codec.encodeAll(Map.of("day", "today"))).isEqualTo("{\"day\":\"today\"}");
    }

    @Test
    void others_say_what_they_are() {
        assertThat(codec.encode(List.of(new Circle(1))).type())
                .isEqualTo("java.util.List<dev.baton.jdbc.JsonCodecTest$Circle>");
        assertThat(codec.encodeAll(Map.of("count", 5L)))
                .isEqualTo("{\"count\":5,\"@types\":{\"count\":\"java.lang.Long\"}}");
    }

    @Test
    void a_deque_comes_back_in_order() {
        assertThat((ArrayDeque<?>) roundTrip(new ArrayDeque<>(List.of(2, 1)))).hasToString("[2, 1]");
    }

    @Test
    void a_class_that_is_gone_is_named() {
        assertThatThrownBy(() -> codec.decode(new Codec.Encoded("{}", "com.acme.Gone"), loader()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no class com.acme.Gone here");
    }

    @Test
    void a_class_that_is_another_now_is_refused() {
        assertThatThrownBy(() -> codec.decode(new Codec.Encoded("[1]", Circle.class.getName()), loader()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javax.swing.JEditorPane",
                "com.sun.rowset.JdbcRowSetImpl",
                "java.net.URL",
                "java.util.List<java.lang.ProcessBuilder>",
                "java.util.Map<java.lang.Object,?>",
                "java.util.Vector<?>",
                "java.lang.String>",
                "",
                "java.util.List<"
            })
    void no_other_class_of_java_is_read(String type) {
        assertThatThrownBy(() -> codec.decode(new Codec.Encoded("[{\"a\":1}]", type), loader()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // ---- classes that change

    /** A class as it is now: once {@code Bill}, with {@code client} and {@code note}, without number and tags. */
    record Invoice(
            @JsonAlias("client") String customer,
            int number,
            @Nullable List<String> tags) {}

    @Test
    void a_value_of_a_class_that_has_changed_is_read_as_far_as_it_goes() {
        Codec.Encoded old = new Codec.Encoded("{\"client\":\"Ada\",\"note\":\"late\"}", Invoice.class.getName());
        assertThat(codec.decode(old, loader())).isEqualTo(new Invoice("Ada", 0, null));
    }

    @Test
    void a_class_that_was_renamed_is_read_by_its_new_name() {
        Codec renaming = JsonCodec.standard().renamed("com.acme.Bill", Invoice.class);
        Codec.Encoded old =
                new Codec.Encoded("[{\"customer\":\"Ada\",\"number\":1,\"tags\":[]}]", "java.util.List<com.acme.Bill>");
        assertThat(renaming.decode(old, loader())).isEqualTo(List.of(new Invoice("Ada", 1, List.of())));
        Map<String, Object> parameters = renaming.decodeAll(
                "{\"input\":{\"customer\":\"Bob\"},\"@types\":{\"input\":\"com.acme.Bill\"}}", loader());
        assertThat(parameters).containsEntry("input", new Invoice("Bob", 0, null));
    }

    /** A class that Jackson alone cannot read: it has no constructor without arguments. */
    static final class Money {

        private final long cents;

        Money(long cents) {
            this.cents = cents;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Money money && money.cents == cents;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(cents);
        }
    }

    private static final class MoneyModule extends SimpleModule {

        private static final long serialVersionUID = 1;

        MoneyModule() {
            addSerializer(Money.class, new ValueSerializer<Money>() {
                @Override
                public void serialize(Money value, JsonGenerator json, SerializationContext context) {
                    json.writeNumber(value.cents);
                }
            });
            addDeserializer(Money.class, new ValueDeserializer<Money>() {
                @Override
                public Money deserialize(JsonParser json, DeserializationContext context) {
                    return new Money(json.getLongValue());
                }
            });
        }
    }

    @Test
    void a_class_that_is_refused_is_kept_by_a_configuration_of_jackson() {
        assertThatThrownBy(() -> codec.encode(new Money(990))).isInstanceOf(IllegalArgumentException.class);
        Codec own =
                JsonCodec.standard().accepting(Money.class).configured(mapper -> mapper.addModule(new MoneyModule()));
        Codec.Encoded encoded = own.encode(List.of(new Money(990)));
        assertThat(encoded.json()).isEqualTo("[990]");
        assertThat(own.decode(encoded, loader())).isEqualTo(List.of(new Money(990)));
    }

    private Object roundTrip(Object value) {
        return codec.decode(codec.encode(value), loader());
    }

    private ClassLoader loader() {
        return getClass().getClassLoader();
    }
}
