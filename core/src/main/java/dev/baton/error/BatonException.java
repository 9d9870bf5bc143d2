package dev.baton.error;

import org.jspecify.annotations.Nullable;

/**
 * The root of all exceptions that Baton throws deliberately. The family is sealed and unchecked. Each leaf stands for
 * one mistake; its message says what was wrong, where, and what to do about it.
 *
 * <pre>{@code
 * try {
 *     baton.trigger("reprot");
 * } catch (NoSuchJobException unknown) {
 *     System.out.println(unknown.getMessage());
 * }
 * }</pre>
 */
public abstract sealed class BatonException extends RuntimeException
        permits BatonClosedException,
                CyclicDependencyException,
                DuplicateStepException,
                InvalidNameException,
                InvalidScheduleException,
                InvalidStepException,
                NameTakenException,
                NoOutputException,
                NoStepsException,
                NoSuchExecutionException,
                NoSuchJobException,
                NoSuchScheduleException,
                NotPossibleException,
                NotRecordedException,
                SecondFinalStepException,
                StillRunningException,
                StoreFailedException,
                TooManyStepsException,
                UnknownConditionException,
                UnknownParentException {

    BatonException(String message) {
        super(message);
    }

    BatonException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
