package dev.baton.internal.execution;

import dev.baton.Execution.Cancellation;
import dev.baton.RunStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NotPossibleException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A command of a person to an execution, on whichever node it is.
 *
 * @param verb what to do
 * @param step the step; empty for the whole execution
 * @param end the status to mark the step with, or the person's comment; empty for other verbs
 */
public record Command(Verb verb, String step, String end) {

    private static final Cancellation NOTHING = new Cancellation(0, 0, 0);

    /** In place of the end: the command was sent before, and may have been applied. */
    private static final String REPEATED = "repeated";

    /** The kinds of commands. */
    public enum Verb {
        CANCEL,
        RETRY,
        MARK,
        APPROVE,
        REJECT,
        HOLD,
        RELEASE
    }

    public static Command of(Verb verb) {
        return new Command(verb, "", "");
    }

    public static Command of(Verb verb, String step) {
        return new Command(verb, step, "");
    }

    public static Command mark(String step, RunStatus end) {
        return new Command(Verb.MARK, step, end.toString());
    }

    /**
     * The same command, sent again because no answer came: the node that had it may have applied it. A second
     * cancellation of an execution stops its final step as well, and this one must not.
     */
    public Command repeated() {
        return verb == Verb.CANCEL ? new Command(verb, step, REPEATED) : this;
    }

    /**
     * Prepares the command outside the turn, where user code may be called.
     *
     * @return does it within the execution's turn, and returns what a cancellation did; nothing for other verbs
     */
    public Function<Turn, Cancellation> on(LiveExecution execution, Keeper keeper) {
        return switch (verb) {
            case APPROVE, REJECT -> {
                ApprovalAnswer answer = answer(execution, keeper);
                yield turn -> {
                    Commands.answer(turn, number(turn), answer);
                    return NOTHING;
                };
            }
            default -> this::apply;
        };
    }

    private ApprovalAnswer answer(LiveExecution execution, Keeper keeper) {
        if (verb == Verb.REJECT) {
            return new ApprovalAnswer(null, Failure.of(new NotPossibleException("rejected: " + end), false));
        }
        return new ApprovalAnswer(keeper.keep(end, execution.node(number(execution, step))), null);
    }

    private Cancellation apply(Turn turn) {
        switch (verb) {
            case CANCEL -> {
                return step.isEmpty()
                        ? Commands.cancel(turn, StopReason.CANCELLED, end.equals(REPEATED))
                        : Commands.cancelStep(turn, number(turn), StopReason.CANCELLED);
            }
            case RETRY -> {
                if (step.isEmpty()) {
                    Commands.retry(turn);
                } else {
                    Commands.retryStep(turn, number(turn));
                }
            }
            case MARK -> Commands.mark(turn, number(turn), RunStatus.valueOf(end.toUpperCase(Locale.ROOT)));
            case HOLD -> Commands.hold(turn);
            case RELEASE -> Commands.release(turn);
            case APPROVE, REJECT -> throw new IllegalStateException("an answer has to be got ready first");
        }
        return NOTHING;
    }

    /** Sets the earliest start of an execution that has not begun, within its turn. Returns whether it has not. */
    public static boolean reschedule(Turn turn, long notBefore) {
        return Beginning.reschedule(turn, notBefore);
    }

    private int number(Turn turn) {
        return number(turn.execution(), step);
    }

    /** A step by its name, with or without the workflow's. */
    public static int number(LiveExecution execution, String name) {
        OptionalInt number = execution.plan().step(name);
        String prefix = execution.definition().name() + "/";
        if (number.isEmpty() && name.startsWith(prefix)) {
            number = execution.plan().step(name.substring(prefix.length()));
        }
        return number.orElseThrow(() -> NoSuchExecutionException.step(
                execution.id(), name, execution.plan().names()));
    }

    /** A step by its number, if there is one. */
    public static int number(LiveExecution execution, int number) {
        if (number < 0 || number >= execution.plan().size()) {
            throw NoSuchExecutionException.step(execution.id(), "number " + number, List.of());
        }
        return number;
    }

    /** The text that is sent to another node. */
    @Override
    public String toString() {
        return verb + "|" + step + "|" + end;
    }

    public static Command parse(String text) {
        List<String> parts = Arrays.asList(text.split("\\|", 3));
        return new Command(Verb.valueOf(parts.get(0)), parts.get(1), parts.get(2));
    }
}
