package dev.baton.cli.output;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The whole terminal, on a screen of its own that leaves no trace. Keys are read as they are pressed, where {@code stty} can
 * arrange that. For one thread.
 */
public final class FullScreen implements AutoCloseable {

    private static final String OWN_SCREEN = "\u001b[?1049h\u001b[?25l\u001b[?7l";
    private static final String OLD_SCREEN = "\u001b[?7h\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE_END = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final long LOOK_MILLIS = 50;

    private final PrintWriter out;
    private final Thread restoring = new Thread(this::restore, "baton-screen");

    private FullScreen(PrintWriter out) {
        this.out = out;
    }

    /** Takes the terminal over. */
    public static FullScreen open(PrintWriter out) {
        FullScreen screen = new FullScreen(out);
        // Ctrl-C ends the JVM: the terminal is left as it was all the same.
        Runtime.getRuntime().addShutdownHook(screen.restoring);
        stty("-icanon", "-echo", "min", "0");
        out.print(OWN_SCREEN);
        out.flush();
        return screen;
    }

    /** Draws lines from the top, as many as there is room for. */
    public void draw(List<String> lines, Terminal terminal) {
        StringBuilder frame = new StringBuilder(HOME);
        int most = Math.max(1, terminal.rows() - 1);
        for (int i = 0; i < Math.min(most, lines.size()); i++) {
            frame.append(lines.get(i)).append(CLEAR_LINE_END).append("\r\n");
        }
        out.print(frame.append(CLEAR_BELOW));
        out.flush();
    }

    /** Waits for a while, and returns whether the user pressed q or Ctrl-D meanwhile. */
    public boolean isEnded(Duration wait) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        do {
            try {
                while (System.in.available() > 0) {
                    int key = System.in.read();
                    if (key == 'q' || key == 'Q' || key == 4) {
                        return true;
                    }
                }
            } catch (IOException e) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        } while (System.nanoTime() < end);
        return false;
    }

    @Override
    public void close() {
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(restoring);
        } catch (IllegalStateException ending) {
            // The hook runs already, and does the same.
        }
    }

    private void restore() {
        out.print(OLD_SCREEN);
        out.flush();
        stty("icanon", "echo");
    }

    private static void stty(String... settings) {
        try {
            String[] command = new String[settings.length + 1];
            command[0] = "stty";
            System.arraycopy(settings, 0, command, 1, settings.length);
            Process stty = new ProcessBuilder(command)
                    .redirectInput(new File("/dev/tty"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            stty.waitFor(1, TimeUnit.SECONDS);
        } catch (IOException e) {
            // Without it a key needs the enter key behind it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
