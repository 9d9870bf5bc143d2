package dev.baton.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that remembers why it could not be written: a {@link java.io.PrintWriter} keeps that to itself, and a
 * full disk must not look like a success. For one thread.
 */
public final class WatchedOutput extends FilterOutputStream {

    private @Nullable IOException failure;

    public WatchedOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            failed(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            failed(e);
        }
    }

    private void failed(IOException e) throws IOException {
        failure = failure == null ? e : failure;
        throw e;
    }

    /** The reason why something was not written; empty if all was, or a reader like {@code head} has had enough. */
    public String problem() {
        String reason = failure == null ? "" : String.valueOf(failure.getMessage());
        return reason.contains("Broken pipe") ? "" : reason;
    }
}
