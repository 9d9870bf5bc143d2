package dev.baton.engine;

import dev.baton.RunStatus;
import dev.baton.spi.Codec;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What came of an attempt that another node made, as it is sent home.
 *
 * @param end how it ended
 * @param why why
 * @param retryable whether its error is one that its job's policy would try again
 * @param notes its error, reason, log, progress, checkpoint, and the steps it adds
 * @param output what it returned
 */
record Outcome(RunStatus end, Why why, boolean retryable, Notes notes, Codec.@Nullable Encoded output) {

    /** What came of an attempt here. */
    static Outcome of(Attempt attempt) {
        Notes notes = attempt.execution.note(attempt.step);
        Throwable error = attempt.error;
        notes.error = error;
        notes.words = attempt.words;
        notes.added = attempt.end.countsAsSuccess() ? attempt.added() : null;
        boolean retryable =
                error != null && attempt.job().policy().retry().retryable().test(error);
        Codec.Encoded output = attempt.output instanceof Output kept ? kept.encoded : null;
        return new Outcome(attempt.end, attempt.why, retryable, notes, output);
    }

    String[] fields() {
        return new String[] {
            end.name(),
            why.name(),
            Boolean.toString(retryable),
            Base64.getEncoder().encodeToString(NotesFormat.write(notes)),
            output == null ? "" : output.json(),
            output == null || output.type() == null ? "" : output.type()
        };
    }

    static Outcome parse(Letter letter, int from) {
        Notes notes = new Notes();
        NotesFormat.read(Base64.getDecoder().decode(letter.text(from + 3)), notes);
        String json = letter.text(from + 4);
        String type = letter.text(from + 5);
        return new Outcome(
                RunStatus.valueOf(letter.text(from)),
                Why.valueOf(letter.text(from + 1)),
                Boolean.parseBoolean(letter.text(from + 2)),
                notes,
                json.isEmpty() ? null : new Codec.Encoded(json, type.isEmpty() ? null : type));
    }
}
