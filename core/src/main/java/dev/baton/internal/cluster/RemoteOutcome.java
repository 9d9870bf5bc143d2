package dev.baton.internal.cluster;

import dev.baton.RunStatus;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.Output;
import dev.baton.internal.execution.RefusedAttempt;
import dev.baton.internal.execution.RunDetails;
import dev.baton.internal.journal.RunDetailsFormat;
import dev.baton.internal.run.Attempt;
import dev.baton.internal.run.Outcome;
import dev.baton.spi.Codec;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The message format in which the outcome of a borrowed attempt is sent to the execution's owner. */
final class RemoteOutcome {

    private RemoteOutcome() {}

    /** The outcome of an attempt on this node. */
    static String[] of(Attempt attempt) {
        RunDetails details = attempt.execution().runs().details(attempt.step());
        details.setFailure(attempt.failure());
        details.setWords(attempt.words());
        details.setAdded(attempt.end().countsAsSuccess() ? attempt.added() : null);
        Codec.Encoded output = attempt.output() instanceof Output kept ? kept.encoded() : null;
        return fields(attempt.end(), attempt.why(), details, output);
    }

    /** The outcome of an attempt on this node whose own outcome the store refuses to keep. */
    static String[] refused(Attempt attempt, RuntimeException refusal) {
        RunDetails details = attempt.execution().runs().details(attempt.step());
        details.setFailure(RefusedAttempt.failure(attempt.number(), refusal));
        details.setWords(null);
        details.setAdded(null);
        return fields(RunStatus.FAILURE, EndReason.BODY, details, null);
    }

    private static String[] fields(RunStatus end, EndReason why, RunDetails details, Codec.@Nullable Encoded output) {
        return new String[] {
            end.name(),
            why.name(),
            Base64.getEncoder().encodeToString(RunDetailsFormat.write(details)),
            output == null ? "" : output.json(),
            output == null || output.type() == null ? "" : output.type()
        };
    }

    static Outcome parse(NodeMessage message, int from) {
        RunDetails details = new RunDetails();
        RunDetailsFormat.read(Base64.getDecoder().decode(message.text(from + 2)), details);
        String json = message.text(from + 3);
        String type = message.text(from + 4);
        return new Outcome(
                RunStatus.valueOf(message.text(from)),
                EndReason.valueOf(message.text(from + 1)),
                details,
                json.isEmpty() ? null : new Codec.Encoded(json, type.isEmpty() ? null : type));
    }
}
