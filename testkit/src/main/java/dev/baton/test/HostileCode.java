package dev.baton.test;

import static dev.baton.ExecutionStatus.CANCELLED;
import static dev.baton.ExecutionStatus.FAILURE;
import static dev.baton.ExecutionStatus.SUCCESS;
import static dev.baton.test.Hostility.ASKS;
import static dev.baton.test.Hostility.BLOCKS;
import static dev.baton.test.Hostility.CANCELS;
import static dev.baton.test.Hostility.CLOSES;
import static dev.baton.test.Hostility.INTERRUPTS;
import static dev.baton.test.Hostility.RETRIES;
import static dev.baton.test.Hostility.THROWS;
import static dev.baton.test.Hostility.THROWS_ERROR;
import static dev.baton.test.Hostility.TRIGGERS;

import dev.baton.Baton;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Interceptor;
import dev.baton.Job;
import dev.baton.Listener;
import dev.baton.RunContext;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A piece of user code that the engine calls and that may be hostile. Each constant knows where the code plugs into a
 * scheduler, which hostilities it is capable of, and how its execution may end. The hostile code belongs to the job or
 * workflow {@value Strike#HOSTILE}.
 */
@SuppressWarnings("ImmutableEnumChecker") // nobody changes its sets
enum HostileCode {
    /** The body of a job. */
    BODY("a body", all(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().run(context -> strike.now(context.executionId())));
        }
    },
    /** The body of a job that has a time limit. */
    BODY_WITH_TIMEOUT("a body with a timeout", EnumSet.of(BLOCKS), Set.of(FAILURE)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().timeout(MOMENT).run(context -> strike.now(context.executionId())));
        }

        @Override
        boolean needsCancel(Hostility hostility) {
            return false;
        }
    },
    /** Decides whether a job runs. */
    GUARD("a guard", usual(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().when(context -> passing(strike, context)).run(context -> {}));
        }
    },
    /** Decides whether a step runs that needs no worker. */
    GUARD_OF_WAIT("the guard of a waiting step", usual(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(Workflow.define(
                    Strike.HOSTILE,
                    w -> w.waitFor("wait", Duration.ofMillis(1)).when(context -> passing(strike, context))));
        }
    },
    /** Decides which errors are retried. */
    PREDICATE("a retry predicate", usual(), Set.of(FAILURE)) {
        @Override
        void define(Baton baton, Strike strike) {
            Retry retry = Retry.fixed(2, Duration.ofMillis(1)).when(error -> {
                strike.now();
                return true;
            });
            baton.add(job().retry(retry).run(context -> {
                strike.belongsTo(context.executionId());
                throw new IllegalStateException("fails");
            }));
        }
    },
    /** Wraps a body. */
    INTERCEPTOR("an interceptor of a job", usual(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().intercept(call -> around(strike, call)).run(context -> {}));
        }
    },
    /** Wraps every body. */
    INTERCEPTOR_OF_ALL("an interceptor of the scheduler", briefly(), Set.of(SUCCESS)) {
        @Override
        Baton.Builder settings(Baton.Builder builder, Strike strike) {
            return builder.intercept(
                    call -> call.context().jobName().equals(Strike.HOSTILE) ? around(strike, call) : call.proceed());
        }

        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().run(context -> {}));
        }
    },
    /** Receives events. */
    LISTENER("a listener", all(), Set.of(SUCCESS)) {
        @Override
        Baton.Builder settings(Baton.Builder builder, Strike strike) {
            return builder.listen(new HostileListener(strike));
        }

        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().run(context -> {}));
        }

        @Override
        boolean holdsItsRun() {
            return false;
        }
    },
    /** Is called when a workflow has succeeded. */
    ON_SUCCESS("onSuccess", all(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(workflow((w, callback) -> w.onSuccess(callback), strike));
        }

        @Override
        boolean holdsItsRun() {
            return false;
        }
    },
    /** Is called when a workflow has failed. */
    ON_FAILURE("onFailure", all(), Set.of(FAILURE)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(workflow(
                    (w, callback) -> {
                        w.onFailure(callback);
                        w.run("fails", context -> {
                            throw new IllegalStateException("fails");
                        });
                    },
                    strike));
        }

        @Override
        boolean holdsItsRun() {
            return false;
        }
    },
    /** Called when a waiting run is cancelled. */
    ON_STOP_AT_CANCEL("onStop of a waiting body, at a cancel", usual(), Set.of(CANCELLED)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().call(waitingUntilStopped(strike)));
        }

        @Override
        boolean needsCancel(Hostility hostility) {
            return true;
        }
    },
    /** Called when a waiting run exceeds its time limit. */
    ON_STOP_AT_TIMEOUT("onStop of a waiting body, at a timeout", usual(), Set.of(FAILURE)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().timeout(MOMENT).call(waitingUntilStopped(strike)));
        }

        @Override
        boolean needsCancel(Hostility hostility) {
            return false;
        }
    },
    /** Called through a worker's claim when its run is cancelled. */
    ON_STOP_OF_CLAIM("onStop of a worker's claim", usual(), Set.of(CANCELLED)) {
        @Override
        Baton.Builder settings(Baton.Builder builder, Strike strike) {
            return builder.worker((source, time) -> new SimpleWorker(source, claim -> {
                if (claim.context().jobName().equals(Strike.HOSTILE)) {
                    UUID execution = claim.context().executionId();
                    claim.onStop(() -> strike.now(execution));
                    strike.register();
                }
            }));
        }

        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().run(context -> context.sleep(Duration.ofHours(1))));
        }

        @Override
        boolean needsCancel(Hostility hostility) {
            return true;
        }
    },
    /** Starts a wait. */
    WAITING_BODY("a body that waits", usual(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().call(deferred((context, handover) -> {
                strike.now(context.executionId());
                handover.succeed(null);
            })));
        }
    },
    /** Called when a nested execution has ended. */
    ENDED_NESTED("the callback of a nested execution", usual(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().call(deferred((context, handover) -> {
                UUID execution = context.executionId();
                handover.nest(Submission.of(Strike.OTHER), ended -> {
                    strike.now(execution);
                    handover.succeed(null);
                });
            })));
        }
    },
    /** Lists the items of a fan-out. */
    FANOUT_SOURCE("the source of a fan-out", usual(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().fanout(Fanout.over(context -> {
                        strike.now(context.executionId());
                        return List.of("a", "b");
                    })
                    .each(context -> "done")));
        }
    },
    /** Serialised into the store as an output. */
    OUTPUT("the serialisation of an output", usual(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().call(context -> {
                strike.belongsTo(context.executionId());
                return new HostileValue(strike, HostileValue.Part.SERIALISATION);
            }));
        }
    },
    /** Serialised into the store as a parameter, by the thread that triggers. */
    PARAMETER(
            "the serialisation of a parameter",
            EnumSet.of(THROWS, THROWS_ERROR, BLOCKS, INTERRUPTS, TRIGGERS, CLOSES),
            Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().run(context -> {}));
        }

        @Override
        Map<String, Object> parameters(Strike strike) {
            return Map.of("value", new HostileValue(strike, HostileValue.Part.SERIALISATION));
        }

        @Override
        boolean holdsItsRun() {
            return false;
        }
    },
    /** The {@code toString} of an output. */
    VALUE_TO_STRING("toString of an output", briefly(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().call(context -> new HostileValue(strike, HostileValue.Part.TO_STRING)));
        }
    },
    /** The {@code equals} and {@code hashCode} of an output. */
    VALUE_EQUALS("equals and hashCode of an output", briefly(), Set.of(SUCCESS)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().call(context -> new HostileValue(strike, HostileValue.Part.IDENTITY)));
        }
    },
    /** The {@code toString} of a logged value. */
    LOGGED_VALUE("toString of a value that is logged", briefly(), Set.of(SUCCESS, FAILURE)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(job().run(context ->
                    context.log().info("{}", new HostileValue(strike, HostileValue.Part.TO_STRING))));
        }
    },
    /** The {@code getMessage} of an exception. */
    EXCEPTION_MESSAGE("getMessage of an exception", all(), Set.of(FAILURE)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(failing(strike, HostileError.Part.MESSAGE));
        }
    },
    /** The {@code toString} of an exception. */
    EXCEPTION_TO_STRING("toString of an exception", briefly(), Set.of(FAILURE)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(failing(strike, HostileError.Part.TO_STRING));
        }
    },
    /** The {@code getCause} of an exception. */
    EXCEPTION_CAUSE("getCause of an exception", briefly(), Set.of(FAILURE)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(failing(strike, HostileError.Part.CAUSE));
        }
    },
    /** The {@code getStackTrace} of an exception. */
    EXCEPTION_STACK_TRACE("getStackTrace of an exception", briefly(), Set.of(FAILURE)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(failing(strike, HostileError.Part.STACK_TRACE));
        }
    },
    /** The {@code equals} and {@code hashCode} of an exception. */
    EXCEPTION_EQUALS("equals and hashCode of an exception", briefly(), Set.of(FAILURE)) {
        @Override
        void define(Baton baton, Strike strike) {
            baton.add(failing(strike, HostileError.Part.IDENTITY));
        }
    };

    /** A short time limit. */
    private static final Duration MOMENT = Duration.ofMillis(100);

    private final String words;
    private final Set<Hostility> hostilities;
    private final Set<ExecutionStatus> unharmed;

    HostileCode(String words, Set<Hostility> hostilities, Set<ExecutionStatus> unharmed) {
        this.words = words;
        this.hostilities = hostilities;
        this.unharmed = unharmed;
    }

    private static Set<Hostility> all() {
        return EnumSet.allOf(Hostility.class);
    }

    private static Set<Hostility> usual() {
        return EnumSet.of(THROWS, THROWS_ERROR, BLOCKS, INTERRUPTS, ASKS, CANCELS, TRIGGERS, CLOSES);
    }

    private static Set<Hostility> briefly() {
        return EnumSet.of(THROWS, THROWS_ERROR, BLOCKS);
    }

    /** Registers the job or workflow that contains the code. */
    abstract void define(Baton baton, Strike strike);

    /** Adds the code to the settings of the scheduler, if it belongs there. */
    Baton.Builder settings(Baton.Builder builder, Strike strike) {
        return builder;
    }

    /** The parameters of the trigger. */
    Map<String, Object> parameters(Strike strike) {
        return Map.of();
    }

    /** Whether the run cannot end before the code returns. */
    boolean holdsItsRun() {
        return true;
    }

    /** Whether the test has to cancel the execution: to get the code called, or because the code never returns. */
    boolean needsCancel(Hostility hostility) {
        return hostility == BLOCKS && holdsItsRun();
    }

    /** Whether the code is called before the test cancels; otherwise the cancellation causes the call. */
    boolean isCalledBeforeCancel() {
        return this != ON_STOP_AT_CANCEL && this != ON_STOP_OF_CLAIM;
    }

    /** The hostilities that the code is capable of. */
    Set<Hostility> hostilities() {
        return hostilities;
    }

    /** The possible statuses of the ended execution. */
    Set<ExecutionStatus> ends(Hostility hostility) {
        Set<ExecutionStatus> ends = EnumSet.copyOf(unharmed);
        boolean succeeds = unharmed.contains(SUCCESS);
        switch (hostility) {
            case BLOCKS -> {
                if (needsCancel(hostility)) {
                    ends.add(CANCELLED);
                }
            }
            case CANCELS -> ends.add(CANCELLED);
            case THROWS, THROWS_ERROR, ASSERTS, OUT_OF_MEMORY, OVERFLOWS -> {
                if (succeeds && isPartOfItsRun()) {
                    ends.clear();
                    ends.add(FAILURE);
                } else if (succeeds && holdsItsRun()) {
                    ends.add(FAILURE);
                }
            }
            case CLOSES -> ends.addAll(Set.of(FAILURE, CANCELLED, SUCCESS));
            case INTERRUPTS, ASKS, TRIGGERS, RETRIES -> {}
        }
        return ends;
    }

    /** Whether the run fails when the code throws. */
    private boolean isPartOfItsRun() {
        return switch (this) {
            case BODY,
                    GUARD,
                    GUARD_OF_WAIT,
                    INTERCEPTOR,
                    INTERCEPTOR_OF_ALL,
                    WAITING_BODY,
                    ENDED_NESTED,
                    FANOUT_SOURCE -> true;
            default -> false;
        };
    }

    @Override
    public String toString() {
        return words;
    }

    private static Job.Builder job() {
        return Job.named(Strike.HOSTILE);
    }

    private static Optional<String> passing(Strike strike, RunContext context) {
        strike.now(context.executionId());
        return Optional.empty();
    }

    private static @Nullable Object around(Strike strike, Interceptor.Call call) throws Exception {
        strike.now(call.context().executionId());
        return call.proceed();
    }

    private static Workflow workflow(BiConsumer<WorkflowBuilder, Consumer<Execution>> definition, Strike strike) {
        return Workflow.define(Strike.HOSTILE, w -> {
            w.run("step", context -> {});
            definition.accept(w, ended -> strike.now(ended.id()));
        });
    }

    private static Job failing(Strike strike, HostileError.Part part) {
        return job().retry(Retry.fixed(2, Duration.ofMillis(1))).run(context -> {
            throw new HostileError(strike, part, context.executionId());
        });
    }

    private static Deferred waitingUntilStopped(Strike strike) {
        return deferred((context, handover) -> {
            UUID execution = context.executionId();
            handover.onStop(() -> strike.now(execution));
            strike.register();
        });
    }

    /** The {@code begin} method of a waiting body. */
    @FunctionalInterface
    private interface Beginning {
        void begin(RunContext context, Deferred.Handover handover);
    }

    private static Deferred deferred(Beginning beginning) {
        return beginning::begin;
    }

    /** Strikes at every event of the hostile job. */
    private record HostileListener(Strike strike) implements Listener {

        @Override
        public void executionStarted(ExecutionEvent event) {
            strike(event.name(), event.execution());
        }

        @Override
        public void executionFinished(ExecutionEvent event) {
            strike(event.name(), event.execution());
        }

        @Override
        public void runScheduled(RunEvent event) {
            strike(event.job(), event.run().execution());
        }

        @Override
        public void runStarted(RunEvent event) {
            strike(event.job(), event.run().execution());
        }

        @Override
        public void runFinished(RunEvent event) {
            strike(event.job(), event.run().execution());
        }

        private void strike(String name, UUID execution) {
            if (name.equals(Strike.HOSTILE)) {
                strike.now(execution);
            }
        }
    }
}
