package dev.baton.cli.output;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;

/**
 * The destination of the output.
 *
 * @param live whether lines can be redrawn
 * @param colour whether colours are supported and wanted
 * @param charset the character set
 * @param rows the number of visible lines
 * @param columns how many characters fit on a line; {@link #UNLIMITED} where lines are not cut
 */
public record Terminal(boolean live, boolean colour, Charset charset, int rows, int columns) {

    /** The width of a file or a pipe. */
    public static final int UNLIMITED = 0;

    private static final int USUAL_ROWS = 24;
    private static final int USUAL_COLUMNS = 80;

    /** A file or a pipe: nothing but text. */
    public static Terminal none(Charset charset) {
        return new Terminal(false, false, charset, USUAL_ROWS, UNLIMITED);
    }

    /** The terminal that this process writes to. */
    @SuppressWarnings("SystemConsoleNull") // on newer versions, the console itself is asked as well
    public static Terminal detect(Map<String, String> environment) {
        Console console = System.console();
        if (console == null || !isTerminal(console)) {
            return none(Charset.forName(System.getProperty("native.encoding", "UTF-8")));
        }
        boolean live = isCapable(environment.getOrDefault("TERM", "dumb"));
        boolean colour = live && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(live, colour, console.charset(), USUAL_ROWS, USUAL_COLUMNS);
    }

    /** Whether a terminal of this name can be drawn on. */
    public static boolean isCapable(String term) {
        return !term.isEmpty() && !term.equals("dumb") && !term.equals("unknown");
    }

    /** Java 22 to 24 have a console even where there is no terminal; they, and no older ones, can be asked. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException olderJava) {
            return true;
        }
    }

    /** Glyphs that this terminal can show. */
    public Glyphs glyphs() {
        return charset.newEncoder().canEncode(Glyphs.UNICODE.all()) ? Glyphs.UNICODE : Glyphs.ASCII;
    }

    /** The same with its real size. Asks another program, so it is not part of {@link #detect}. */
    public Terminal measured() {
        return live ? askForSize() : this;
    }

    private Terminal askForSize() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (Scanner answer = new Scanner(stty.getInputStream(), StandardCharsets.US_ASCII)) {
                int high = answer.hasNextInt() ? answer.nextInt() : 0;
                int wide = answer.hasNextInt() ? answer.nextInt() : 0;
                stty.waitFor(1, TimeUnit.SECONDS);
                return new Terminal(true, colour, charset, high > 0 ? high : rows, wide > 0 ? wide : columns);
            }
        } catch (IOException e) {
            return this;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return this;
        }
    }
}
