package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The check itself: what it lets pass, and what it does not. */
class CommandsObeyedTest {

    private final UUID execution = UUID.randomUUID();
    private final List<LedgerEntry> ledger = new ArrayList<>();
    private final List<Recorded.Run> runs = new ArrayList<>();
    private final List<Recorded.Execution> executions = new ArrayList<>();
    private final UUID nested = UUID.randomUUID();
    private final Map<UUID, List<Trail.Move>> moves = new HashMap<>();

    private Drill drill(Drill.Kind kind, String name, String status) {
        Drill drill = new Drill("key", kind, name);
        drill.accepted(execution);
        executions.add(new Recorded.Execution(execution, name, "submit", 0, "key", status, 100));
        return drill;
    }

    private static void gives(Drill drill, Drill.Verb verb, long sent, long answered, Drill.Outcome outcome) {
        drill.gave(new Drill.Order(verb, sent, answered, outcome));
    }

    private void starts(long at, Drill drill, String step) {
        ledger.add(new LedgerEntry(at, "a", execution, drill.name() + "/" + step, 1, LedgerEntry.Event.START));
    }

    private void ended(Drill drill, String middle, String after, String alarm) {
        Map<String, String> ends = Map.of(
                Drills.BEFORE,
                "success",
                Drills.MIDDLE,
                middle,
                Drills.AFTER,
                after,
                Drills.ALARM,
                alarm,
                Drills.CLEAN_UP,
                "success");
        ends.forEach(
                (step, status) -> runs.add(new Recorded.Run(runs.size(), drill.name() + "/" + step, status, 1, 90)));
    }

    private List<String> violations(Drill drill) {
        Recorded recorded = new Recorded(executions, Map.of(execution, runs), Set.of());
        Map<String, List<LedgerEntry>> byStep = ledger.stream().collect(Collectors.groupingBy(LedgerEntry::step));
        return new CommandsObeyed()
                .violations(new Evidence(
                        Scenarios.standard(),
                        new Submissions(),
                        new Chronicle(),
                        recorded,
                        new Trail(moves, Map.of(), Map.of()),
                        ledger,
                        Map.of(execution, byStep),
                        List.of(drill),
                        recorded.roots()));
    }

    private Drill held() {
        Drill drill = drill(Drill.Kind.HOLD, "drill-hold-body", "success");
        gives(drill, Drill.Verb.HOLD, 10, 20, Drill.Outcome.DONE);
        gives(drill, Drill.Verb.RELEASE, 50, 60, Drill.Outcome.DONE);
        ended(drill, "success", "success", "skipped");
        return drill;
    }

    @Test
    void what_starts_after_the_release_is_right() {
        Drill drill = held();
        starts(15, drill, Drills.MIDDLE);
        starts(55, drill, Drills.AFTER);

        assertThat(violations(drill)).isEmpty();
    }

    @Test
    void what_starts_while_it_is_held_is_not() {
        Drill drill = held();
        starts(30, drill, Drills.AFTER);

        assertThat(violations(drill)).singleElement().asString().contains("came while it was held");
    }

    @Test
    void what_starts_after_a_cancellation_is_not() {
        Drill drill = drill(Drill.Kind.CANCEL, "drill-cancel-body", "cancelled");
        gives(drill, Drill.Verb.CANCEL, 10, 20, Drill.Outcome.DONE);
        ended(drill, "cancelled", "cancelled", "cancelled");
        starts(5, drill, Drills.MIDDLE);
        starts(30, drill, Drills.CLEAN_UP);
        assertThat(violations(drill)).isEmpty();

        starts(31, drill, Drills.MIDDLE);
        assertThat(violations(drill)).singleElement().asString().contains("came after it was cancelled");
    }

    @Test
    void an_execution_that_goes_on_within_a_cancelled_one_is_not_right() {
        Drill drill = drill(Drill.Kind.CANCEL, "drill-cancel-nested", "cancelled");
        gives(drill, Drill.Verb.CANCEL, 10, 20, Drill.Outcome.DONE);
        ended(drill, "cancelled", "cancelled", "cancelled");
        executions.add(new Recorded.Execution(
                UUID.randomUUID(), "drill-told", "nested", 0, "within:" + execution + ".1", "success", 100));

        assertThat(violations(drill)).singleElement().asString().contains("should be cancelled");
    }

    /** A drill whose step, which runs another workflow, was marked at 20. */
    private Drill marked(String owner, String nestedOwner) {
        Drill drill = drill(Drill.Kind.MARK, "drill-mark-nested", "success");
        gives(drill, Drill.Verb.MARK, 10, 20, Drill.Outcome.DONE);
        ended(drill, "success", "success", "skipped");
        starts(30, drill, Drills.AFTER);
        executions.add(new Recorded.Execution(
                nested, "drill-told", "nested", 0, "within:" + execution + ".1", "cancelled", 100));
        moves.put(execution, List.of(new Trail.Move(null, null, owner, false, owner, 1)));
        moves.put(nested, List.of(new Trail.Move(null, null, nestedOwner, false, nestedOwner, 5)));
        return drill;
    }

    private void startsNested(long at, String node) {
        ledger.add(new LedgerEntry(at, node, nested, "drill-told/work", 1, LedgerEntry.Event.START));
    }

    @Test
    void what_is_nested_in_a_marked_step_may_start_on_a_node_that_has_yet_to_hear_of_it() {
        Drill drill = marked("a", "b");
        startsNested(25, "b");

        assertThat(violations(drill)).isEmpty();
    }

    @Test
    void what_is_nested_in_a_marked_step_starts_no_more_on_the_node_that_obeyed() {
        Drill drill = marked("a", "a");
        startsNested(25, "a");

        assertThat(violations(drill)).singleElement().asString().contains("came after its step was marked");
    }

    @Test
    void what_is_nested_in_a_marked_step_starts_no_more_once_every_node_has_heard_of_it() {
        Drill drill = marked("a", "b");
        startsNested(3_000_000, "b");

        assertThat(violations(drill)).singleElement().asString().contains("came after its step was marked");
    }

    @Test
    void a_rejection_that_was_acknowledged_and_recorded_as_an_approval_is_not_right() {
        Drill drill = drill(Drill.Kind.ANSWER, "drill-answer", "success");
        gives(drill, Drill.Verb.REJECT, 10, 20, Drill.Outcome.DONE);
        ended(drill, "success", "success", "skipped");
        starts(30, drill, Drills.AFTER);

        assertThat(violations(drill)).anyMatch(violation -> violation.contains("should be failure"));
    }

    @Test
    void an_answer_that_nobody_heard_may_have_been_given_or_not() {
        Drill drill = drill(Drill.Kind.ANSWER, "drill-answer", "success");
        gives(drill, Drill.Verb.APPROVE, 10, 20, Drill.Outcome.UNKNOWN);
        gives(drill, Drill.Verb.APPROVE, 30, 40, Drill.Outcome.REFUSED);
        ended(drill, "success", "success", "skipped");
        starts(30, drill, Drills.AFTER);

        assertThat(violations(drill)).isEmpty();
    }
}
