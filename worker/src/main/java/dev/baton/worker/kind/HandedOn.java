package dev.baton.worker.kind;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file for a process to write to. The process may leave anything in its place: a directory, a pipe without a writer,
 * a link to an endless device.
 *
 * @param variable the environment variable that named the file
 * @param most the most bytes to read
 * @param advice what to do if there is more
 */
record HandedOn(String variable, int most, String advice) {

    /**
     * The content, without surrounding white space; empty if the file is gone.
     *
     * @throws IOException with a message for people if the file cannot be read
     */
    String read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return "";
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException("the file named by " + variable + " is not a plain file any more. Write into it,"
                    + " and put nothing else in its place");
        }
        long size = Files.size(file);
        // Not all files report their length: those in /proc do not.
        byte[] content = size > most ? new byte[0] : start(file);
        if (Math.max(size, content.length) > most) {
            throw new IOException("the file named by %s has %,d bytes; at most %,d can be handed on. %s"
                    .formatted(variable, Math.max(size, content.length), most, advice));
        }
        return text(content).strip();
    }

    private byte[] start(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(most + 1);
        }
    }

    private String text(byte[] content) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("the file named by " + variable + " is not UTF-8", e);
        }
    }
}
