package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The check itself: what it lets pass, and what it does not. The job adds {@code first}, and {@code second} after it. */
class AddedTogetherTest {

    private static final String JOB = "growing-job";
    private static final String FIRST = JOB + "/first";
    private static final String SECOND = JOB + "/second";

    private final UUID execution = UUID.randomUUID();
    private final List<LedgerEntry> ledger = new ArrayList<>();
    private long now = 1_000_000;
    private long recorded;
    private int attempts;

    private LedgerEntry says(String step, String node, LedgerEntry.Event event, @Nullable String addedBy) {
        now += 10_000;
        int attempt = step.equals(JOB) ? attempts : 1;
        LedgerEntry entry = new LedgerEntry(now, node, execution, step, attempt, event, addedBy);
        ledger.add(entry);
        return entry;
    }

    /** An attempt of the job that returns, and who it says added its steps. */
    private String returns(String node) {
        attempts++;
        says(JOB, node, LedgerEntry.Event.START, null);
        return says(JOB, node, LedgerEntry.Event.END, null).author();
    }

    /** The end of the latest attempt is recorded. */
    private void isRecorded() {
        now += 10_000;
        recorded = now;
    }

    private void starts(String step, String addedBy) {
        says(step, "a", LedgerEntry.Event.START, addedBy);
    }

    private List<String> violations() {
        Recorded.Execution job = new Recorded.Execution(execution, JOB, "submit", 0, null, "success", now);
        Trail.End end = new Trail.End(JOB, "success", "a", "a", recorded);
        return new AddedTogether()
                .violations(new Evidence(
                        Scenarios.standard(),
                        new Submissions(),
                        new Chronicle(),
                        new Recorded(
                                List.of(job),
                                Map.of(execution, List.of(new Recorded.Run(0, JOB, "success", attempts, recorded))),
                                Set.of()),
                        new Trail(Map.of(), Map.of(execution, List.of(end)), Map.of()),
                        ledger,
                        Map.of(execution, ledger.stream().collect(Collectors.groupingBy(LedgerEntry::step)))));
    }

    @Test
    void steps_of_the_attempt_whose_success_is_recorded_are_right() {
        returns("dies");
        String author = returns("a");
        isRecorded();
        starts(FIRST, author);
        starts(SECOND, author);
        starts(SECOND, author);

        assertThat(violations()).isEmpty();
    }

    @Test
    void steps_of_two_attempts_are_not() {
        String lost = returns("dies");
        String author = returns("a");
        isRecorded();
        starts(FIRST, author);
        starts(SECOND, lost);

        assertThat(violations()).singleElement().asString().contains("was added by another attempt");
    }

    @Test
    void steps_of_an_attempt_that_was_lost_are_not() {
        String lost = returns("dies");
        returns("a");
        isRecorded();
        starts(FIRST, lost);

        assertThat(violations()).singleElement().asString().contains("was not added by the success of " + JOB);
    }

    @Test
    void steps_that_run_before_they_are_recorded_are_not() {
        String author = returns("a");
        starts(FIRST, author);
        isRecorded();

        assertThat(violations()).singleElement().asString().contains("came before the end of what added it");
    }

    @Test
    void steps_that_nobody_adds_are_not() {
        String author = returns("a");
        isRecorded();
        starts(JOB + "/third", author);

        assertThat(violations()).singleElement().asString().contains("steps that nobody added: [" + JOB + "/third]");
    }
}
