package dev.baton.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Every command was obeyed, whatever happened to the nodes meanwhile: every {@link Drill} ended as its commands say,
 * what was acknowledged held from then on, and what is nested in an execution went with it.
 */
final class CommandsObeyed implements Check {

    /** A node hears of a command to another one within this time, if that one is alive. */
    private static final long LONGEST_IGNORANCE_MICROS = 2_000_000;

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        Map<UUID, Recorded.Execution> byId = new HashMap<>();
        evidence.recorded().executions().forEach(execution -> byId.put(execution.id(), execution));
        for (Drill drill : evidence.drills()) {
            Recorded.Execution execution = byId.get(drill.idOrNull());
            if (execution == null) {
                violations.add(drill + " is not there");
            } else {
                new Obedience(evidence, drill, execution, violations).check();
            }
        }
        return violations;
    }

    /** One drill, held against what is known of it. */
    private record Obedience(Evidence evidence, Drill drill, Recorded.Execution execution, List<String> violations) {

        void check() {
            switch (drill.kind()) {
                case CANCEL -> checkCancelled();
                case HOLD -> checkHeld();
                case RETRY -> {
                    // The alarm of the first failure was a success, and is kept.
                    expect("success", "success", "success", "success");
                    expectNested("success");
                }
                case MARK -> checkMarked();
                case ANSWER -> checkAnswered();
            }
        }

        private void checkCancelled() {
            expect("cancelled", "cancelled", "cancelled", "cancelled");
            expectNested("cancelled");
            Drill.Order done = drill.done(Drill.Verb.CANCEL);
            if (done != null) {
                for (LedgerEntry entry : evidence.ledgerOf(execution.id())) {
                    if (entry.isStart()
                            && isAfter(entry, done)
                            && !isStep(entry, Drills.CLEAN_UP)
                            && !isUnheard(entry, done)) {
                        violate(entry + " came after it was cancelled");
                    }
                }
            }
        }

        private void checkHeld() {
            expect("success", "success", "success", "skipped");
            Drill.Order held = drill.done(Drill.Verb.HOLD);
            List<Drill.Order> releases = drill.orders(Drill.Verb.RELEASE);
            if (held != null && !releases.isEmpty()) {
                for (LedgerEntry entry : evidence.ledgerOf(execution.id())) {
                    if (entry.isStart()
                            && isAfter(entry, held)
                            && entry.at() < releases.get(0).sent()) {
                        violate(entry + " came while it was held");
                    }
                }
            }
        }

        private void checkMarked() {
            expect("success", "success", "success", "skipped");
            expectNested("cancelled");
            Drill.Order done = drill.done(Drill.Verb.MARK);
            for (LedgerEntry entry : evidence.ledgerOf(execution.id())) {
                boolean isMiddle =
                        isStep(entry, Drills.MIDDLE) || !entry.execution().equals(execution.id());
                if (done != null && entry.isStart() && isMiddle && isAfter(entry, done) && !isUnheard(entry, done)) {
                    violate(entry + " came after its step was marked");
                }
            }
        }

        /** Whether a body was called too late to have been called before a command was acknowledged. */
        private boolean isAfter(LedgerEntry entry, Drill.Order order) {
            return entry.at() > order.answered() + evidence.chronicle().startLag()
                    && !(evidence.chronicle().startLag() > 0
                            && evidence.chronicle().isTroubled(entry.node(), order.sent(), entry.at()));
        }

        /**
         * Whether a body of a nested execution was called by a node that could not have heard of a command yet: one of
         * the two, the nested execution or its body, was not at the node that obeyed the command. That node tells the
         * others at once, or, if it dies before, its successor does.
         */
        private boolean isUnheard(LedgerEntry entry, Drill.Order order) {
            if (entry.execution().equals(execution.id())) {
                return false;
            }
            Trail trail = evidence.trail();
            Set<@Nullable String> obeying = new HashSet<>();
            obeying.add(trail.homeAt(execution.id(), order.sent()));
            trail.movesOf(execution.id()).stream()
                    .filter(move -> move.at() > order.sent() && move.at() <= order.answered())
                    .forEach(move -> obeying.add(move.to()));
            boolean elsewhere =
                    !obeying.contains(entry.node()) || !obeying.contains(trail.homeAt(entry.execution(), entry.at()));
            return elsewhere
                    && (entry.at() - order.answered() <= LONGEST_IGNORANCE_MICROS
                            || trail.movesOf(execution.id()).stream()
                                    .anyMatch(move -> move.isLoss()
                                            && move.at() > order.answered()
                                            && entry.at() - move.at() <= LONGEST_IGNORANCE_MICROS));
        }

        private void checkAnswered() {
            boolean approved = drill.done(Drill.Verb.APPROVE) != null;
            boolean rejected = drill.done(Drill.Verb.REJECT) != null;
            long answers = drill.orders().stream()
                    .filter(order -> order.outcome() == Drill.Outcome.DONE)
                    .count();
            if (answers > 1) {
                violate("it was answered " + answers + " times");
            }
            String middle = statusOf(Drills.MIDDLE);
            if (rejected || (!approved && "failure".equals(middle))) {
                expect("failure", "failure", "skipped", "success");
            } else {
                expect("success", "success", "success", "skipped");
            }
        }

        /** How it ended, and which of its later bodies were called. */
        private void expect(String status, String middle, String after, String alarm) {
            if (!execution.status().equals(status)) {
                violate("it is " + execution.status() + ", and should be " + status);
            }
            expectStep(Drills.MIDDLE, middle);
            expectStep(Drills.AFTER, after);
            expectStep(Drills.ALARM, alarm);
            if (statusOf(Drills.CLEAN_UP) == null) {
                violate("nothing is recorded of its final step");
            }
        }

        private void expectStep(String step, String status) {
            if (!status.equals(statusOf(step))) {
                violate(step + " is " + statusOf(step) + ", and should be " + status);
            }
            boolean called =
                    evidence.entries(execution.id(), name(step)).stream().anyMatch(LedgerEntry::isStart);
            if (!step.equals(Drills.MIDDLE) && called != status.equals("success")) {
                violate(step + " is to be " + status + (called ? ", and was called" : ", and was not called"));
            }
        }

        private void expectNested(String status) {
            for (Recorded.Execution nested : evidence.recorded().executions()) {
                boolean belongs = !nested.id().equals(execution.id())
                        && execution.id().equals(evidence.roots().get(nested.id()));
                if (belongs && !nested.status().equals(status)) {
                    violate(nested + " is nested in it, and should be " + status);
                }
            }
        }

        private @Nullable String statusOf(String step) {
            return evidence.recorded().runsOf(execution).stream()
                    .filter(run -> run.job().equals(name(step)))
                    .map(Recorded.Run::status)
                    .findFirst()
                    .orElse(null);
        }

        private String name(String step) {
            return drill.name() + "/" + step;
        }

        private boolean isStep(LedgerEntry entry, String step) {
            return entry.step().equals(name(step));
        }

        private void violate(String what) {
            violations.add(drill + ": " + what);
        }
    }
}
