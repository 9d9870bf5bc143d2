package dev.baton.cli;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;

/**
 * What the output goes to.
 *
 * @param live whether lines can be drawn over
 * @param colour whether colours are seen, and wanted
 * @param charset what characters are written in
 * @param rows how many lines are seen at a time
 */
record Terminal(boolean live, boolean colour, Charset charset, int rows) {

    private static final int USUAL_ROWS = 24;

    /** A file or a pipe: nothing but text. */
    static Terminal none(Charset charset) {
        return new Terminal(false, false, charset, USUAL_ROWS);
    }

    /** What this process writes to. */
    @SuppressWarnings("SystemConsoleNull") // where it is not null, it is asked as well
    static Terminal detect(Map<String, String> environment) {
        Console console = System.console();
        if (console == null || !isTerminal(console)) {
            return none(Charset.forName(System.getProperty("native.encoding", "UTF-8")));
        }
        boolean live = isCapable(environment.getOrDefault("TERM", "dumb"));
        boolean colour = live && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(live, colour, console.charset(), USUAL_ROWS);
    }

    static boolean isCapable(String term) {
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
    Glyphs glyphs() {
        return charset.newEncoder().canEncode(Glyphs.UNICODE.all()) ? Glyphs.UNICODE : Glyphs.ASCII;
    }

    /** The same with its real height. Asks another program, so it is not part of {@link #detect}. */
    Terminal measured() {
        return live ? new Terminal(true, colour, charset, askForRows()) : this;
    }

    private static int askForRows() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (Scanner answer = new Scanner(stty.getInputStream(), StandardCharsets.US_ASCII)) {
                int rows = answer.hasNextInt() ? answer.nextInt() : 0;
                stty.waitFor(1, TimeUnit.SECONDS);
                return rows > 0 ? rows : USUAL_ROWS;
            }
        } catch (IOException e) {
            return USUAL_ROWS;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL_ROWS;
        }
    }
}
