package dev.baton.server.dispatch;

import dev.baton.worker.Dispatch;
import dev.baton.worker.log.Masker;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Shortens and masks the reports of workers, and removes terminal colours from them. */
final class Reports {

    /** The longest message of an end: messages are read with every list of runs, and people read no longer ones. */
    static final int LONGEST_MESSAGE = 10_000;

    private static final int LONGEST_PROGRESS = 1_000;

    /** Terminal sequences: colours, cursor movements, titles, and single control characters. */
    private static final Pattern CONTROL = Pattern.compile("\\x1B\\[[0-?]*[ -/]*[@-~]"
            + "|\\x1B\\][^\\x07\\x1B]*(?:\\x07|\\x1B\\\\)?"
            + "|\\x1B[ -/]*[0-~]"
            + "|[\\x00-\\x08\\x0B-\\x1F\\x7F]");

    private Reports() {}

    /** Masks secrets. Baton's own worker masks the secrets that it gets; the server knows all of them. */
    static Masker masker(ActiveLease held) {
        return Masker.of(
                held.claim.job().body() instanceof HasTask body ? body.task().masked() : List.of());
    }

    static Dispatch.Result bounded(Dispatch.Result result, Masker masker) {
        return new Dispatch.Result(
                result.outcome(),
                result.output(),
                bounded(result.message(), LONGEST_MESSAGE, masker),
                result.exitCode(),
                result.steps());
    }

    static Dispatch.Progress bounded(Dispatch.Progress progress, Masker masker) {
        return new Dispatch.Progress(
                progress.lease(), progress.fraction(), bounded(progress.message(), LONGEST_PROGRESS, masker));
    }

    private static @Nullable String bounded(@Nullable String message, int longest, Masker masker) {
        if (message == null) {
            return null;
        }
        // Masked before it is shortened and after colours are removed, because the masker does not recognise parts of a
        // secret.
        String masked = masker.mask(CONTROL.matcher(message).replaceAll(""));
        return masked.length() <= longest ? masked : masked.substring(0, longest) + "…";
    }
}
