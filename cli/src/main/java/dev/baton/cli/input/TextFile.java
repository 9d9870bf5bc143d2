package dev.baton.cli.input;

import dev.baton.cli.output.CommandFailedException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads the files that arguments name. */
public final class TextFile {

    private static final int LONGEST_MIB = 16;
    private static final int LONGEST = LONGEST_MIB * 1024 * 1024;

    private TextFile() {}

    /**
     * The text of a file; {@code -} stands for standard input.
     *
     * @throws CommandFailedException if it cannot be read, or is not text
     */
    public static String read(Path file) {
        try {
            if (file.toString().equals("-")) {
                return unmarked(new String(System.in.readNBytes(LONGEST), StandardCharsets.UTF_8));
            }
            if (Files.size(file) > LONGEST) {
                throw CommandFailedException.badInput(file + " is longer than " + LONGEST_MIB + " MiB.", "");
            }
            return unmarked(Files.readString(file));
        } catch (IOException e) {
            String remedy = e instanceof CharacterCodingException
                    ? "If it is in another encoding, 'iconv -f latin1 -t utf-8 " + file + "' converts it."
                    : "";
            throw CommandFailedException.badInput(file + " cannot be read: " + reason(e) + ".", remedy);
        }
    }

    /** Without the mark of the byte order, which editors of Windows put in front of a text. */
    private static String unmarked(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** The reason in words: the messages of many of these exceptions are only the name of the file. */
    public static String reason(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file";
        }
        return failure instanceof CharacterCodingException
                ? "it is not text in UTF-8"
                : String.valueOf(failure.getMessage());
    }
}
