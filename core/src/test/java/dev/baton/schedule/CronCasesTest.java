package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.baton.error.InvalidScheduleException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The table of cases in cron_cases.json, one test for each. */
class CronCasesTest {

    private static final int CASES = 434;
    private static final List<JsonNode> TABLE = table();

    /** Cases that hang on an option Baton does not offer: why, and what Baton does instead. */
    private static final Map<String, NotApplicable> NOT_APPLICABLE = new LinkedHashMap<>();

    private record NotApplicable(String reason, Runnable instead) {}

    static {
        String fixedForm = "Baton tells the form of a spec by its fields and has no option to forbid one";
        put("validate_test.go:1076", fixedForm, () -> accepts("0 * * * * *"));
        put("validate_test.go:1092", fixedForm, () -> accepts("* * * * *"));
        put("option_test.go:400#2", fixedForm, () -> accepts("* * * * * * *"));
        put("parser_test.go:846#2", "four fields are no form of Baton's", () -> rejects("0 0 * *", "schedule"));

        String lastIsYear = "no option makes a sixth field the year; without a number of 100 or more it is the weekday";
        put(
                "year_test.go:377",
                lastIsYear,
                () -> assertThat(describe("0 0 1 1 * 0")).isEqualTo("at 01:00 on day 1 of the month or on Sunday"));
        put(
                "year_test.go:237",
                lastIsYear,
                () -> assertThat(describe("0 0 1 1 * *")).isEqualTo("at 01:00 on day 1 of the month"));

        String always = "Baton has no option to forbid descriptors, H or the extended day items";
        put("validate_test.go:194", always, () -> accepts("@hourly"));
        put("validate_test.go:1019", always, () -> accepts("@hourly"));
        put("hash_test.go:64", always, () -> accepts("H * * * *"));
        put("parser_test.go:1807", always, () -> accepts("0 0 * * FRI#3"));
        put("parser_test.go:1808", always, () -> accepts("0 0 * * FRI#L"));

        String oneSecond = "the minimum of an interval is one second, and no option sets another";
        put("option_test.go:206", oneSecond, () -> rejects("@every 100ms", "interval"));
        put("option_test.go:206#2", oneSecond, () -> accepts("@every 30s"));

        String noClamping = "Baton rejects an interval shorter than a second instead of stretching it to one";
        put("constantdelay_test.go:41", noClamping, () -> rejects(Duration.ofMillis(15)));
        put("constantdelay_test.go:296", noClamping, () -> rejects(Duration.ZERO));
        put("constantdelay_test.go:296#2", noClamping, () -> rejects(Duration.ofNanos(-1)));
        put("constantdelay_test.go:296#3", noClamping, () -> rejects(Duration.ofSeconds(-1)));
        put("constantdelay_test.go:296#4", noClamping, () -> rejects(Duration.ofMillis(500)));
        put("constantdelay_test.go:413", noClamping, () -> rejects(Duration.ZERO));
        put("constantdelay_test.go:413#2", noClamping, () -> rejects(Duration.ofNanos(-1)));
        put("constantdelay_test.go:413#3", noClamping, () -> rejects(Duration.ofMillis(500)));
    }

    @TestFactory
    Stream<DynamicTest> every_case_holds() {
        return TABLE.stream().map(facts -> {
            NotApplicable notApplicable = NOT_APPLICABLE.get(id(facts));
            return notApplicable == null
                    ? dynamicTest(name(facts), () -> check(facts))
                    : dynamicTest(name(facts) + " [" + notApplicable.reason() + "]", notApplicable.instead()::run);
        });
    }

    @Test
    void every_case_is_accounted_for() {
        Map<String, Integer> checkedByKind = new TreeMap<>();
        for (JsonNode facts : TABLE) {
            if (!NOT_APPLICABLE.containsKey(id(facts))) {
                checkedByKind.merge(text(facts, "kind"), 1, Integer::sum);
            }
        }
        int checked =
                checkedByKind.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf("%d cases checked %s, %d not applicable%n", checked, checkedByKind, NOT_APPLICABLE.size());

        List<String> ids = TABLE.stream().map(CronCasesTest::id).toList();
        assertThat(ids).hasSize(CASES).doesNotHaveDuplicates().containsAll(NOT_APPLICABLE.keySet());
        assertThat(checked + NOT_APPLICABLE.size()).isEqualTo(CASES);
    }

    private static void check(JsonNode facts) {
        switch (text(facts, "kind")) {
            case "match" ->
                assertThat(schedule(facts).matches(instant(facts.get("at"))))
                        .isEqualTo(facts.get("matches").booleanValue());
            case "next" -> {
                List<Instant> expected = instants(facts.get("next"));
                assertThat(schedule(facts).next(start(facts), Math.max(1, expected.size())))
                        .isEqualTo(expected);
            }
            case "prev" -> {
                List<Instant> expected = instants(facts.get("prev"));
                assertThat(schedule(facts).previous(start(facts), Math.max(1, expected.size())))
                        .isEqualTo(expected);
            }
            case "parse_ok" -> {
                Schedule schedule = schedule(facts);
                if (facts.hasNonNull("zoneOfSpec")) {
                    assertThat(schedule.zone()).isEqualTo(ZoneId.of(text(facts, "zoneOfSpec")));
                }
            }
            case "parse_error" ->
                assertThatThrownBy(() -> schedule(facts))
                        .isInstanceOfSatisfying(
                                InvalidScheduleException.class,
                                error -> assertThat(error.field()).isNotBlank());
            case "symmetry" -> checkSymmetry(facts);
            case "field" -> checkField(facts);
            case "equivalent" -> checkEquivalent(facts);
            case "every_parse" ->
                assertThat(schedule(facts))
                        .isInstanceOfSatisfying(
                                Every.class,
                                every -> assertThat(every.interval()).isEqualTo(Duration.parse(text(facts, "delay"))));
            case "every_next" -> assertThat(every(facts).next(start(facts), 1)).isEqualTo(instants(facts.get("next")));
            case "every_prev" ->
                assertThat(every(facts).previous(start(facts), 1)).isEqualTo(instants(facts.get("prev")));
            case "never" -> {
                assertThat(schedule(facts).next(Instant.EPOCH)).isEmpty();
                assertThat(schedule(facts).firesByItself()).isFalse();
            }
            case "warning" ->
                assertThat(schedule(facts).warnings().stream()
                                .anyMatch(warning -> warning.contains("both of them match")))
                        .isEqualTo(facts.get("domDowAndWarning").booleanValue());
            case "looks_like_year" ->
                assertThat(CronParser.looksLikeYear(text(facts, "field")))
                        .isEqualTo(facts.get("result").booleanValue());
            case "hash_property" -> checkHash(facts);
            case "count" -> {
                long limit = facts.hasNonNull("limit") ? facts.get("limit").longValue() : Long.MAX_VALUE;
                assertThat(schedule(facts).count(start(facts), instant(facts.get("end")), limit))
                        .isEqualTo(facts.get("count").longValue());
            }
            case "dst_duplicate" -> checkDuplicate(facts);
            case "fires" -> checkFires(facts);
            case "missed" -> checkMissed(facts);
            default -> throw new AssertionError("no check for kind " + text(facts, "kind"));
        }
    }

    private static void checkSymmetry(JsonNode facts) {
        Schedule schedule = schedule(facts);
        Instant next = schedule.next(start(facts)).orElseThrow();
        assertThat(schedule.previous(next.plusSeconds(1))).contains(next);
        assertThat(schedule.next(next.minusSeconds(1))).contains(next);
    }

    private static void checkField(JsonNode facts) {
        int min = facts.get("min").intValue();
        int max = facts.get("max").intValue();
        boolean weekday = text(facts, "field").equals("dow");
        int size = weekday ? 7 : max - min + 1;
        int cycle = facts.get("wraparound").booleanValue() ? size : 0;
        FieldParser parser =
                new FieldParser(new Field("minute", min, max, cycle, List.of()), text(facts, "expr"), new HashKey(""));
        if (facts.hasNonNull("error")) {
            assertThatThrownBy(() -> parser.values(text(facts, "expr"))).isInstanceOf(InvalidScheduleException.class);
            return;
        }
        FieldValues values = parser.values(text(facts, "expr"));
        List<Integer> expected = ints(facts.get("values"));
        assertThat(ints(values.bits(), weekday)).isEqualTo(weekday ? withSundayAs0(expected) : expected);
        assertThat(values.any()).isEqualTo(facts.get("wildcard").booleanValue());
    }

    private static void checkEquivalent(JsonNode facts) {
        Schedule schedule = schedule(facts);
        Schedule other =
                Schedule.parse(text(facts, "equivalentTo"), options(facts).withZone(schedule.zone()));
        if (facts.hasNonNull("zoneOfSpec")) {
            assertThat(schedule.zone()).isEqualTo(ZoneId.of(text(facts, "zoneOfSpec")));
        }
        assertThat(((Cron) schedule).times()).isEqualTo(((Cron) other).times());
        assertThat(((Cron) schedule).days()).isEqualTo(((Cron) other).days());
    }

    private static void checkHash(JsonNode facts) {
        Cron cron = (Cron) schedule(facts);
        if (facts.hasNonNull("intervalMinutes")) {
            List<Instant> fires = cron.next(Instant.EPOCH, 100);
            Duration interval = Duration.ofMinutes(facts.get("intervalMinutes").longValue());
            IntStream.range(1, fires.size())
                    .forEach(i -> assertThat(Duration.between(fires.get(i - 1), fires.get(i)))
                            .isEqualTo(interval));
            return;
        }
        long bits = switch (text(facts, "field")) {
            case "minute" -> cron.times().minutes();
            case "hour" -> cron.times().hours();
            case "dom" -> cron.days().daysOfMonth().days();
            case "month" -> (long) cron.days().months() << 1;
            case "dow" -> cron.days().daysOfWeek().weekly();
            default -> throw new AssertionError(facts);
        };
        List<Integer> values = ints(bits, false);
        assertThat(values).isNotEmpty();
        if (facts.hasNonNull("allowedValues")) {
            assertThat(ints(facts.get("allowedValues"))).containsAll(values);
        }
        if (facts.path("exactlyOne").booleanValue(false)) {
            assertThat(values).hasSize(1);
        }
    }

    private static void checkDuplicate(JsonNode facts) {
        String namingHours = "0,30 0-23 * * *";
        Schedule schedule = Schedule.parse(namingHours, options(facts));
        if (facts.hasNonNull("candidate")) {
            assertThat(schedule.isRepeat(instant(facts.get("candidate"))))
                    .isEqualTo(facts.get("duplicate").booleanValue());
        } else {
            assertThat(Schedule.parse(namingHours + " 2020", options(facts)).nextFire(instant(facts.get("prevFire"))))
                    .isEmpty();
        }
    }

    private static void checkFires(JsonNode facts) {
        Schedule schedule = schedule(facts);
        List<Instant> fires = new ArrayList<>();
        Optional<Instant> fire = schedule.nextFire(start(facts));
        while (fire.isPresent() && !fire.get().isAfter(instant(facts.get("until")))) {
            fires.add(fire.get());
            fire = schedule.nextFire(fire.get());
        }
        if (facts.hasNonNull("fires")) {
            assertThat(fires)
                    .isEqualTo(instants(facts.get("fires")))
                    .hasSize(facts.get("fireCount").intValue());
        } else {
            assertThat(fires)
                    .hasSizeGreaterThanOrEqualTo(facts.get("fireCountMin").intValue());
        }
        if (facts.has("nextAfter")) {
            assertThat(fire).isEmpty();
        }
    }

    private static void checkMissed(JsonNode facts) {
        MissedFires missed = MissedFires.runAll();
        if (facts.hasNonNull("grace")) {
            missed = missed.withGrace(Duration.parse(text(facts, "grace")));
        }
        Instant now = instant(facts.get("now"));
        Instant lastFire = facts.hasNonNull("prevRun") ? instant(facts.get("prevRun")) : now;
        List<Instant> due = missed.due(schedule(facts), lastFire, now);
        assertThat(due).hasSize(facts.get("missedCount").intValue());
        if (facts.hasNonNull("missed")) {
            assertThat(due).isEqualTo(instants(facts.get("missed")));
        }
    }

    private static Schedule schedule(JsonNode facts) {
        if (facts.has("specRepeat")) {
            JsonNode repeat = facts.get("specRepeat");
            return Schedule.parse(
                    repeat.get(0).stringValue().repeat(repeat.get(1).intValue()), options(facts));
        }
        return Schedule.parse(text(facts, "spec"), options(facts));
    }

    private static Schedule every(JsonNode facts) {
        String key = facts.has("delayNanos") ? "delayNanos" : "rawDelayNanos";
        return Schedule.every(Duration.ofNanos(facts.get(key).longValue()));
    }

    private static ScheduleOptions options(JsonNode facts) {
        JsonNode options = facts.path("options");
        return new ScheduleOptions(
                facts.hasNonNull("zone") ? ZoneId.of(text(facts, "zone")) : ZoneId.of("UTC"),
                DayMatch.valueOf(options.path("dayMatch").stringValue("EITHER")),
                options.path("hashKey").stringValue(""),
                options.path("searchYears").intValue(5));
    }

    private static List<JsonNode> table() {
        try (InputStream json = Objects.requireNonNull(CronCasesTest.class.getResourceAsStream("cron_cases.json"))) {
            return List.copyOf(JsonMapper.shared()
                    .readTree(json)
                    .get("cases")
                    .valueStream()
                    .toList());
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static void put(String id, String reason, Runnable instead) {
        NOT_APPLICABLE.put(id, new NotApplicable(reason, instead));
    }

    private static void accepts(String spec) {
        assertThat(Schedule.parse(spec).text()).isEqualTo(spec);
    }

    private static String describe(String spec) {
        return Schedule.parse(spec).describe();
    }

    private static void rejects(String spec, String field) {
        assertThatThrownBy(() -> Schedule.parse(spec))
                .isInstanceOfSatisfying(
                        InvalidScheduleException.class,
                        error -> assertThat(error.field()).isEqualTo(field));
    }

    private static void rejects(Duration interval) {
        assertThatThrownBy(() -> Schedule.every(interval)).isInstanceOf(InvalidScheduleException.class);
    }

    private static String id(JsonNode facts) {
        return text(facts, "id");
    }

    private static String name(JsonNode facts) {
        return id(facts) + " " + text(facts, "kind") + " " + facts.path("spec").stringValue("");
    }

    private static String text(JsonNode facts, String key) {
        return facts.path(key).stringValue("");
    }

    private static Instant start(JsonNode facts) {
        return instant(facts.get("start"));
    }

    private static Instant instant(JsonNode node) {
        return OffsetDateTime.parse(node.stringValue()).toInstant();
    }

    private static List<Instant> instants(JsonNode nodes) {
        return nodes.valueStream().map(CronCasesTest::instant).toList();
    }

    private static List<Integer> ints(JsonNode nodes) {
        return nodes.valueStream().map(JsonNode::intValue).toList();
    }

    private static List<Integer> ints(long bits, boolean sundayAs0) {
        List<Integer> values = IntStream.range(0, 64)
                .filter(i -> ((bits >>> i) & 1) != 0)
                .boxed()
                .toList();
        return sundayAs0 ? withSundayAs0(values) : values;
    }

    private static List<Integer> withSundayAs0(List<Integer> weekdays) {
        return weekdays.stream().map(weekday -> weekday % 7).distinct().sorted().toList();
    }
}
