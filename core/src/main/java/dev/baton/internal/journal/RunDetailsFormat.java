package dev.baton.internal.journal;

import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.internal.definition.AddedSteps;
import dev.baton.internal.execution.Failure;
import dev.baton.internal.execution.RunDetails;
import dev.baton.internal.execution.StopReason;
import dev.baton.spi.Time;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Writes the rare details of runs as bytes, and reads them back. */
public final class RunDetailsFormat {

    private static final int PLAIN = 1;

    /** The format with the added steps in front: a version that does not know added steps must not ignore them. */
    private static final int WITH_ADDED = 2;

    /** The reasons for which a run was to stop for good while it ran. */
    private static final int NOT_TOLD = 0;

    private static final int CANCELLED = 1;

    private static final int REPLACED = 2;

    private RunDetailsFormat() {}

    /** Writes details into bytes. */
    public static byte[] write(RunDetails details) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            AddedSteps added = details.added();
            out.writeByte(added == null ? PLAIN : WITH_ADDED);
            if (added != null) {
                AddedStepsFormat.write(added, out);
            }
            text(out, details.words());
            Failure failure = details.failure();
            text(out, failure == null ? null : failure.type());
            text(out, failure == null ? null : failure.message());
            out.writeBoolean(failure != null && failure.retryable());
            out.writeInt(details.earlierAttempts());
            out.writeInt(details.losses());
            out.writeLong(details.firstStarted());
            Run.Progress progress = details.progress();
            out.writeBoolean(progress != null);
            if (progress != null) {
                out.writeDouble(progress.fraction());
                text(out, progress.message());
            }
            bytes(out, details.checkpoint());
            List<Run.LogLine> log = details.log();
            out.writeInt(log.size());
            for (Run.LogLine line : log) {
                out.writeLong(Time.toMicros(line.time()));
                out.writeInt(line.attempt());
                out.writeByte(line.level().toInt());
                text(out, line.message());
            }
            RunDetails.Holder holder = details.holder();
            StopReason told = details.told();
            boolean hasReopened = details.reopened() != 0;
            boolean hasWait = details.waitsOn() || hasReopened;
            boolean hasTold = told != null || hasWait;
            boolean hasHolder = holder != null || hasTold;
            if (!details.pastAttempts().isEmpty() || hasHolder) {
                // At the end, where a version that does not know past attempts does not read.
                pastAttempts(out, details.pastAttempts());
            }
            if (hasHolder) {
                out.writeInt(holder == null ? 0 : holder.attempt());
                text(out, holder == null ? null : holder.text());
            }
            if (hasTold) {
                out.writeByte(number(told));
            }
            if (hasWait) {
                out.writeLong(details.waitsSince());
            }
            if (hasReopened) {
                out.writeLong(details.reopened());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Reads details back. */
    public static void read(byte[] from, RunDetails details) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(from))) {
            details.setAdded(readAdded(in));
            details.setWords(text(in));
            String type = text(in);
            String message = text(in);
            boolean retryable = in.readBoolean();
            details.setFailure(type == null ? null : Failure.kept(type, message, retryable));
            details.restoreCounts(in.readInt(), in.readInt(), in.readLong());
            if (in.readBoolean()) {
                details.setProgress(new Run.Progress(in.readDouble(), text(in) + ""));
            }
            byte[] checkpoint = bytes(in);
            if (checkpoint != null) {
                details.checkpoint(checkpoint);
            }
            for (int lines = in.readInt(); lines > 0; lines--) {
                details.log(new Run.LogLine(
                        Time.toInstant(in.readLong()), in.readInt(), Level.intToLevel(in.readByte()), text(in) + ""));
            }
            if (in.available() > 0) {
                // Most runs have no past attempts.
                pastAttempts(in, details);
            }
            if (in.available() > 0) {
                int attempt = in.readInt();
                String holder = text(in);
                details.setHolder(holder == null ? null : new RunDetails.Holder(attempt, holder));
            }
            if (in.available() > 0) {
                details.setTold(told(in.readByte()));
            }
            if (in.available() > 0) {
                details.setWaitsSince(in.readLong());
            }
            if (in.available() > 0) {
                details.setReopened(in.readLong());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The steps that a run added; null for none. */
    static @Nullable AddedSteps readAdded(byte[] from) {
        if (from[0] == PLAIN) {
            return null;
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(from))) {
            return readAdded(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable AddedSteps readAdded(DataInputStream in) throws IOException {
        int version = in.readByte();
        if (version != PLAIN && version != WITH_ADDED) {
            throw new IllegalArgumentException("notes of a run were kept in format " + version
                    + ", and this version of Baton reads format " + WITH_ADDED + ": they were kept by a newer one");
        }
        return version == PLAIN ? null : AddedStepsFormat.read(in);
    }

    private static int number(@Nullable StopReason told) {
        if (told == null) {
            return NOT_TOLD;
        }
        return told == StopReason.REPLACED ? REPLACED : CANCELLED;
    }

    private static @Nullable StopReason told(int number) {
        return switch (number) {
            case NOT_TOLD -> null;
            case REPLACED -> StopReason.REPLACED;
            default -> StopReason.CANCELLED;
        };
    }

    private static void pastAttempts(DataOutputStream out, List<Run.Attempt> attempts) throws IOException {
        out.writeInt(attempts.size());
        for (Run.Attempt attempt : attempts) {
            out.writeInt(attempt.number());
            out.writeLong(Time.toMicros(attempt.started()));
            Instant finished = attempt.finished();
            out.writeLong(finished == null ? 0 : Time.toMicros(finished));
            text(out, attempt.status().name());
            text(out, attempt.reason());
        }
    }

    private static void pastAttempts(DataInputStream in, RunDetails details) throws IOException {
        for (int attempts = in.readInt(); attempts > 0; attempts--) {
            int number = in.readInt();
            long started = in.readLong();
            long finished = in.readLong();
            RunStatus status = RunStatus.valueOf(text(in) + "");
            details.attemptOver(new Run.Attempt(
                    number,
                    Time.toInstant(started),
                    finished == 0 ? null : Time.toInstant(finished),
                    status,
                    text(in) + ""));
        }
    }

    static void text(DataOutputStream out, @Nullable String text) throws IOException {
        bytes(out, text == null ? null : text.getBytes(StandardCharsets.UTF_8));
    }

    static @Nullable String text(DataInputStream in) throws IOException {
        byte[] utf8 = bytes(in);
        return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
    }

    private static void bytes(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.write(bytes);
        }
    }

    private static byte @Nullable [] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : in.readNBytes(length);
    }
}
