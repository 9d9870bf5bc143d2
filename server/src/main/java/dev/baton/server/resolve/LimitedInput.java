package dev.baton.server.resolve;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Throws if more is read than allowed, because a file may grow after its size was checked. */
final class LimitedInput extends FilterInputStream {

    private final long most;
    private long count;

    LimitedInput(InputStream in, long most) {
        super(in);
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        counted(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        counted(Math.max(read, 0));
        return read;
    }

    private void counted(int read) throws IOException {
        count += read;
        check(count, most);
    }

    static void check(long size, long most) throws IOException {
        if (size > most) {
            throw new IOException("it is larger than %,d bytes".formatted(most));
        }
    }
}
