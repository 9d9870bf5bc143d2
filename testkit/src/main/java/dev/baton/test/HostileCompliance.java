package dev.baton.test;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.error.BatonException;
import dev.baton.spi.Store;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every piece of user code turns hostile in every way it can. Whatever the code does, its own execution ends with a
 * reason, other executions are unharmed, the scheduler closes, and the store can be used again. Extend this class in
 * the same way as {@link StoreCompliance}.
 *
 * <pre>{@code
 * class MyStoreHostileTest extends HostileCompliance {
 *
 *     @Override
 *     protected Optional<Store> newStore() {
 *         return Optional.of(new MyStore());
 *     }
 * }
 * }</pre>
 */
public abstract class HostileCompliance extends OnStore {

    private static final String INNOCENT = "innocent";
    private static final String INNOCENT_BEFORE = "innocent-before";
    private static final Duration GRACE = Duration.ofMillis(100);

    /** For subclasses. */
    protected HostileCompliance() {}

    static Stream<Arguments> hostileCode() {
        return Arrays.stream(HostileCode.values())
                .flatMap(code -> code.hostilities().stream().map(hostility -> Arguments.of(code, hostility)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("hostileCode")
    void nothing_else_is_harmed_when(HostileCode code, Hostility hostility) throws Exception {
        Set<Thread> before = batonThreads();
        Case hostile = new Case(code, hostility);
        try {
            hostile.play();
        } finally {
            hostile.strike.disarm();
            hostile.strike.release();
        }
        Patience.until("the scheduler's threads end", () -> before.containsAll(batonThreads()));
        if (hostile.isOnStore && hostility.mayHarmWhatIsRecorded()) {
            hostile.goOnWithAnotherScheduler();
        }
    }

    private static Set<Thread> batonThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("baton"))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Closes a scheduler within bounds, in a try statement, so that an earlier failure is reported first. */
    @SuppressWarnings("try") // it is a test that would be interrupted
    private record Closing(Baton baton) implements AutoCloseable {

        @Override
        public void close() throws Exception {
            Patience.within("closing the scheduler", baton::close);
        }
    }

    /** One piece of hostile code in one scheduler. */
    private final class Case {

        final HostileCode code;
        final Hostility hostility;
        final Strike strike;
        final CountDownLatch over = new CountDownLatch(1);
        boolean isOnStore;
        private @Nullable UUID innocentBefore;
        private @Nullable UUID hostileExecution;
        private @Nullable ExecutionStatus end;

        Case(HostileCode code, Hostility hostility) {
            this.code = code;
            this.hostility = hostility;
            this.strike = new Strike(hostility);
        }

        void play() throws Exception {
            Baton baton = Patience.within("starting", this::start);
            strike.against(baton);
            Closing closing = new Closing(baton);
            try (closing) {
                Execution innocent = Patience.within("triggering", () -> baton.trigger(INNOCENT_BEFORE));
                innocentBefore = innocent.id();
                if (hostility == Hostility.CLOSES) {
                    turnHostileAndClose(baton);
                } else {
                    turnHostile(baton, innocent);
                }
                over.countDown();
            }
        }

        private Baton start() {
            Optional<Store> store = newStore();
            isOnStore = store.isPresent();
            Baton.Builder builder = Baton.builder().closeGrace(GRACE).stopGrace(GRACE);
            Baton baton = code.settings(store.map(builder::store).orElse(builder), strike)
                    .build();
            code.define(baton, strike);
            baton.add(Job.named(Strike.OTHER).run(context -> {}));
            baton.add(Job.named(INNOCENT).run(context -> {}));
            baton.add(Job.named(INNOCENT_BEFORE).run(context -> over.await()));
            return baton.start();
        }

        private void turnHostile(Baton baton, Execution innocent) throws Exception {
            Patience.Started<Execution> triggered = trigger(baton);
            if (code == HostileCode.PARAMETER) {
                Patience.until(
                        "the hostile code is called",
                        () -> strike.hasStruck() || triggered.task().isDone());
            } else {
                Execution hostile = triggered.get();
                hostileExecution = hostile.id();
                if (code.needsCancel(hostility)) {
                    cancelOnceItRuns(hostile);
                }
                Patience.until("the hostile code is called", () -> strike.hasStruck() || hasEnded(hostile));
            }
            over.countDown();
            othersAreUnharmed(baton, innocent);
            if (hostileExecution != null) {
                itEnds(baton.execution(hostileExecution));
            }
            Assertions.assertThat(strike.complaint())
                    .as("what the scheduler answered the hostile code")
                    .isNull();
        }

        private Patience.Started<Execution> trigger(Baton baton) {
            return Patience.start(
                    "triggering the hostile job", () -> baton.trigger(Strike.HOSTILE, code.parameters(strike)));
        }

        private boolean hasEnded(Execution execution) {
            return execution.status().isTerminal();
        }

        private void cancelOnceItRuns(Execution hostile) throws Exception {
            if (code.isCalledBeforeCancel()) {
                Patience.until("the hostile code is called", () -> strike.hasStruck() || hasEnded(hostile));
            } else {
                Patience.until("the hostile code is registered", () -> strike.hasRegistered() || hasEnded(hostile));
            }
            Assertions.assertThatCode(() -> Patience.within("cancelling", () -> hostile.cancel()))
                    .as("cancelling")
                    .doesNotThrowAnyException();
        }

        private void othersAreUnharmed(Baton baton, Execution innocent) throws Exception {
            succeeds("what was triggered before", innocent);
            succeeds("what was triggered after", Patience.within("triggering", () -> baton.trigger(INNOCENT)));
        }

        private void succeeds(String what, Execution execution) throws Exception {
            Patience.within(what, () -> execution.await(Patience.BOUND));
            Assertions.assertThat(execution.status()).as(what).isEqualTo(ExecutionStatus.SUCCESS);
        }

        private void itEnds(Execution hostile) throws Exception {
            Patience.within("the end of the hostile execution", () -> hostile.await(Patience.BOUND));
            end = Patience.within("asking for the status", hostile::status);
            Assertions.assertThat(end).as("the end of the hostile execution").isIn(code.ends(hostility));
            if (end != ExecutionStatus.SUCCESS) {
                // Of the execution, not of its runs: a body may have succeeded while the execution was cancelled.
                String why = Patience.within(
                        "asking for the reason", () -> hostile.explain().text());
                Assertions.assertThat(why).as("why it is " + end).isNotBlank();
            }
        }

        /** Once the scheduler is closed, another one must finish the execution. */
        private void turnHostileAndClose(Baton baton) throws Exception {
            Patience.Started<Execution> triggered = trigger(baton);
            if (code.needsCancel(hostility)) {
                cancelOnceItRuns(triggered.get());
            }
            Patience.until(
                    "the hostile code is called or its job has ended",
                    () -> strike.hasStruck() || (triggered.task().isDone() && hasEndedOrIsClosed(triggered)));
            Patience.until("the hostile code has closed the scheduler", () -> !strike.isUnderWay());
            try {
                hostileExecution = triggered.get().id();
            } catch (BatonException closed) {
                // The scheduler was closed before it could report.
            }
        }

        private boolean hasEndedOrIsClosed(Patience.Started<Execution> triggered) {
            try {
                return hasEnded(triggered.get());
            } catch (Exception closed) {
                return true;
            }
        }

        void goOnWithAnotherScheduler() throws Exception {
            Baton baton = Patience.within("starting again", this::start);
            Closing closing = new Closing(baton);
            try (closing) {
                succeeds("on another scheduler", Patience.within("triggering", () -> baton.trigger(INNOCENT)));
                if (innocentBefore != null) {
                    succeeds("what was triggered before", baton.execution(innocentBefore));
                }
                if (hostileExecution != null && end != null) {
                    Assertions.assertThat(baton.execution(hostileExecution).status())
                            .as("the recorded end")
                            .isEqualTo(end);
                } else if (hostileExecution != null) {
                    itEnds(baton.execution(hostileExecution));
                }
            }
        }
    }
}
