package dev.baton.server.log;

import dev.baton.worker.Dispatch.Stream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Consecutive log pieces of one attempt, stored as one row.
 *
 * @param offset the offset of the first piece
 * @param number the number of the first piece in the log
 * @param attempt the attempt
 * @param size the bytes of the pieces in the log's text
 * @param isPacked whether the body is compressed
 * @param body the pieces
 */
record Chunk(long offset, long number, int attempt, int size, boolean isPacked, byte[] body) {

    private static final int LARGEST = 64 * 1024;
    private static final int WORTH_PACKING = 1_024;
    private static final int CONTINUED = 0x80;
    private static final Stream[] STREAMS = Stream.values();

    /** Packs pieces into chunks. */
    static List<Chunk> of(long offset, long number, List<Piece> pieces) {
        List<Chunk> chunks = new ArrayList<>();
        long at = offset;
        int from = 0;
        int size = 0;
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            boolean fits = size + piece.size() <= LARGEST
                    && piece.attempt() == pieces.get(from).attempt();
            if (!fits) {
                chunks.add(of(at, number + from, size, pieces.subList(from, i)));
                at += size;
                from = i;
                size = 0;
            }
            size += piece.size();
        }
        if (size > 0) {
            chunks.add(of(at, number + from, size, pieces.subList(from, pieces.size())));
        }
        return chunks;
    }

    private static Chunk of(long offset, long number, int size, List<Piece> pieces) {
        byte[] body = write(pieces);
        boolean pack = body.length > WORTH_PACKING;
        return new Chunk(offset, number, pieces.get(0).attempt(), size, pack, pack ? packed(body) : body);
    }

    private static byte[] write(List<Piece> pieces) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(pieces.size());
            for (Piece piece : pieces) {
                out.writeLong(piece.micros());
                out.writeByte(piece.stream().ordinal() | (piece.isContinued() ? CONTINUED : 0));
                out.writeInt(piece.utf8().length);
                out.write(piece.utf8());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    private static byte[] packed(byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(body);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    long next() {
        return offset + size;
    }

    List<LogLine> lines() {
        InputStream bytes = new ByteArrayInputStream(body);
        try (DataInputStream in = new DataInputStream(isPacked ? new InflaterInputStream(bytes) : bytes)) {
            int count = in.readInt();
            List<LogLine> lines = new ArrayList<>(count);
            long at = offset;
            for (int i = 0; i < count; i++) {
                long micros = in.readLong();
                int flags = in.readUnsignedByte();
                byte[] utf8 = in.readNBytes(in.readInt());
                Stream stream = STREAMS[flags & ~CONTINUED];
                LogLine line = new Piece(attempt, micros, stream, utf8, flags >= CONTINUED).line(at, number + i);
                lines.add(line);
                at = line.next();
            }
            return lines;
        } catch (IOException failure) {
            throw new UncheckedIOException("a chunk of a log at offset " + offset + " cannot be read", failure);
        }
    }
}
