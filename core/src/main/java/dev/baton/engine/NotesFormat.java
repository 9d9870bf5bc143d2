package dev.baton.engine;

import dev.baton.Run;
import dev.baton.RunStatus;
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

/** Writes what only some runs have into bytes, and reads it back. */
final class NotesFormat {

    private static final int PLAIN = 1;

    /** The same, with the steps that the run added in front: a version that knows of none must not pass over them. */
    private static final int WITH_ADDED = 2;

    private NotesFormat() {}

    static byte[] write(Notes notes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            Added added = notes.added;
            out.writeByte(added == null ? PLAIN : WITH_ADDED);
            if (added != null) {
                AddedFormat.write(added, out);
            }
            text(out, notes.words);
            Throwable error = notes.error;
            text(out, error == null ? null : KeptError.typeOf(error));
            text(out, error == null ? null : KeptError.messageOf(error));
            out.writeInt(notes.earlierAttempts);
            out.writeInt(notes.losses);
            out.writeLong(notes.firstStarted);
            Run.Progress progress = notes.progress;
            out.writeBoolean(progress != null);
            if (progress != null) {
                out.writeDouble(progress.fraction());
                text(out, progress.message());
            }
            bytes(out, notes.checkpoint());
            List<Run.LogLine> log = notes.log();
            out.writeInt(log.size());
            for (Run.LogLine line : log) {
                out.writeLong(Time.toMicros(line.time()));
                out.writeInt(line.attempt());
                out.writeByte(line.level().ordinal());
                text(out, line.message());
            }
            if (!notes.pastAttempts().isEmpty()) {
                // At the end, where a version that knows nothing of them does not look.
                pastAttempts(out, notes.pastAttempts());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static void read(byte[] from, Notes notes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(from))) {
            notes.added = readAdded(in);
            notes.words = text(in);
            String type = text(in);
            String message = text(in);
            notes.error = type == null ? null : new KeptError(type, message);
            notes.earlierAttempts = in.readInt();
            notes.losses = in.readInt();
            notes.firstStarted = in.readLong();
            if (in.readBoolean()) {
                notes.progress = new Run.Progress(in.readDouble(), text(in) + "");
            }
            byte[] checkpoint = bytes(in);
            if (checkpoint != null) {
                notes.checkpoint(checkpoint);
            }
            for (int lines = in.readInt(); lines > 0; lines--) {
                notes.log(new Run.LogLine(
                        Time.toInstant(in.readLong()), in.readInt(), Level.values()[in.readByte()], text(in) + ""));
            }
            if (in.available() > 0) {
                // Most runs have none, and older versions wrote none.
                pastAttempts(in, notes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The steps that a run added; null for none. */
    static @Nullable Added readAdded(byte[] from) {
        if (from[0] == PLAIN) {
            return null;
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(from))) {
            return readAdded(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Added readAdded(DataInputStream in) throws IOException {
        int version = in.readByte();
        if (version != PLAIN && version != WITH_ADDED) {
            throw new IllegalArgumentException("notes of a run were kept in format " + version
                    + ", and this version of Baton reads format " + WITH_ADDED + ": they were kept by a newer one");
        }
        return version == PLAIN ? null : AddedFormat.read(in);
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

    private static void pastAttempts(DataInputStream in, Notes notes) throws IOException {
        for (int attempts = in.readInt(); attempts > 0; attempts--) {
            int number = in.readInt();
            long started = in.readLong();
            long finished = in.readLong();
            RunStatus status = RunStatus.valueOf(text(in) + "");
            notes.attemptOver(Snapshots.attempt(number, started, finished, status, text(in) + ""));
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
