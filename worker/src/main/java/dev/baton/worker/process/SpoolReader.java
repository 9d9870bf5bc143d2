package dev.baton.worker.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Reads a file that still grows, as UTF-8; malformed bytes become replacement characters. Not thread-safe. An interrupt
 * does not harm it.
 */
final class SpoolReader implements AutoCloseable {

    private static final int PIECE = 16 * 1024;

    /** A file that is longer is emptied once it was read, if nobody needs what is in it. */
    private static final long LONGEST = 64L << 20;

    private final Spool spool;
    private final RandomAccessFile file;
    private final Consumer<CharSequence> next;
    private final BooleanSupplier disposable;
    private final ByteBuffer bytes = ByteBuffer.allocate(PIECE);
    private final CharBuffer chars = CharBuffer.allocate(PIECE);
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    /**
     * Reads a file from its beginning.
     *
     * @param disposable whether what was read may be thrown away: nobody would read it again
     */
    SpoolReader(Spool spool, Path path, Consumer<CharSequence> next, BooleanSupplier disposable) throws IOException {
        this.spool = spool;
        this.file = new RandomAccessFile(path.toFile(), "rw");
        this.next = next;
        this.disposable = disposable;
    }

    /** Reads what there is, up to a bound. Returns whether there may be more. */
    boolean read() throws IOException {
        for (int pieces = 0; pieces < 256; pieces++) {
            int length = file.read(bytes.array(), bytes.position(), bytes.remaining());
            if (length < 0) {
                empty();
                return false;
            }
            bytes.position(bytes.position() + length);
            decode(false);
        }
        empty();
        return true;
    }

    /** Reads the rest: nothing is written any more. */
    void readRest() throws IOException {
        boolean more = true;
        while (more) {
            more = read();
        }
        decode(true);
    }

    /** Empties a long file. Output appended since the last read is lost, as is much else of so long a log. */
    private void empty() throws IOException {
        if (file.getFilePointer() > LONGEST && disposable.getAsBoolean()) {
            spool.setCut();
            file.setLength(0);
            file.seek(0);
        }
    }

    private void decode(boolean last) {
        bytes.flip();
        CoderResult result;
        do {
            result = decoder.decode(bytes, chars, last);
            chars.flip();
            if (chars.hasRemaining()) {
                next.accept(chars);
            }
            chars.clear();
        } while (result.isOverflow());
        bytes.compact();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
