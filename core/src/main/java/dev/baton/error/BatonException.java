package dev.baton.error;

/**
 * The root of everything Baton throws on purpose. The family is sealed and unchecked; each leaf names one mistake and
 * says in its message what was wrong, where, and what to do about it.
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
                NotPossibleException,
                NotRecordedException,
                SecondFinalStepException,
                StillRunningException,
                TooManyStepsException,
                UnknownConditionException,
                UnknownParentException {

    BatonException(String message) {
        super(message);
    }
}
