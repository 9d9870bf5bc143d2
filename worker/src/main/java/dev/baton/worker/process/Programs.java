package dev.baton.worker.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs programs, each in its own session where the system has {@code setsid}. When {@link #run} returns or throws, no
 * process of the program is alive. Safe from any thread.
 *
 * <pre>{@code
 * StringBuilder printed = new StringBuilder();
 * int exitCode = new Programs(threads).run(program, printed::append, printed::append);
 * }</pre>
 */
public final class Programs {

    /** The environment variable whose value identifies the processes that a program leaves behind. */
    private static final String MARK = "BATON_PROCESS_MARK";

    private static final Optional<Path> SETSID = Stream.of("/usr/bin/setsid", "/bin/setsid")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();

    /**
     * A process that holds the output open after all were killed belongs to another user; Baton does not wait for it.
     */
    private static final int SECONDS_FOR_LAST_OUTPUT = 2;

    private static final int PIECE = 8192;

    private final Executor threads;
    private final RunUser user;

    /** Reads the output of programs on threads of this executor: two for each program, and a third if it has input. */
    public Programs(Executor threads) {
        this(threads, RunUser.OWN);
    }

    /** Runs programs as a user. */
    public Programs(Executor threads, RunUser user) {
        this.threads = threads;
        this.user = user;
    }

    /** The user that programs run as. */
    public RunUser user() {
        return user;
    }

    /**
     * Runs a program to its end.
     *
     * @param stdout receives the standard output as it arrives, on another thread
     * @return its exit code; 128 plus the signal if a signal ended it
     * @throws IOException when the program cannot be started
     * @throws InterruptedException when interrupted: by then the program has been stopped
     */
    public int run(Program program, Consumer<CharSequence> stdout, Consumer<CharSequence> stderr)
            throws IOException, InterruptedException {
        String mark = UUID.randomUUID().toString();
        Process process = start(program, mark);
        ProcessTable table = table(process.toHandle(), mark);
        ProcessGroup group = new ProcessGroup(process.pid(), table, SETSID.isPresent());
        List<FutureTask<?>> readers = new ArrayList<>();
        boolean done = false;
        try {
            readers.add(inBackground(() -> read(process.getInputStream(), stdout)));
            readers.add(inBackground(() -> read(process.getErrorStream(), stderr)));
            if (program.input() != null) {
                String input = program.input();
                threads.execute(() -> feed(process.getOutputStream(), input));
            }
            int code = process.waitFor();
            group.kill();
            done = true;
            awaitLastOutput(readers);
            return code;
        } catch (InterruptedException e) {
            group.terminate(program.stopGrace());
            awaitLastOutput(readers);
            throw e;
        } finally {
            if (!done) {
                group.kill();
            }
        }
    }

    /** Whether each program has its own session and process group. */
    boolean hasSessions() {
        return SETSID.isPresent();
    }

    /** The processes of a program that was started here. */
    ProcessTable table(ProcessHandle program, String mark) {
        return LinuxProcessTable.isAvailable()
                ? new LinuxProcessTable(program, MARK + "=" + mark)
                : new DescendantTable(program);
    }

    /** The processes of a program that another process started. */
    ProcessTable earlier(long pid, String mark) {
        if (LinuxProcessTable.isAvailable()) {
            return LinuxProcessTable.ofEarlier(pid, MARK + "=" + mark);
        }
        return ProcessHandle.of(pid).<ProcessTable>map(DescendantTable::new).orElse(List::of);
    }

    /** Whether the shell of a program that another process started is alive. */
    boolean isAlive(long pid, String mark) {
        return LinuxProcessTable.isAvailable()
                ? LinuxProcessTable.ofEarlier(pid, MARK + "=" + mark).isProgramAlive()
                : ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /**
     * Stops every process of this user with a variable in its environment.
     *
     * @param variable {@code NAME=value}
     * @return whether there was one
     */
    public boolean stopMarked(String variable, Duration grace) {
        if (!LinuxProcessTable.isAvailable()) {
            return false;
        }
        ProcessGroup group = new ProcessGroup(-1, LinuxProcessTable.ofEarlier(-1, variable), false);
        boolean alive = !group.isOver();
        if (alive) {
            group.terminate(grace);
        }
        return alive;
    }

    /** Starts a command whose output goes nowhere: it writes it down itself. */
    Process startAlone(Program program, List<String> command, String mark) throws IOException {
        return builder(program, command, mark)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private Process start(Program program, String mark) throws IOException {
        List<String> command = new ArrayList<>(user.prefix());
        command.addAll(program.command());
        ProcessBuilder builder = builder(program, command, mark);
        if (program.input() == null) {
            builder.redirectInput(new File("/dev/null"));
        }
        return builder.start();
    }

    private static ProcessBuilder builder(Program program, List<String> line, String mark) throws IOException {
        Path directory = program.directory();
        if (directory != null && !Files.isDirectory(directory)) {
            throw new IOException("the directory %s does not exist on this worker".formatted(directory));
        }
        List<String> command = new ArrayList<>();
        SETSID.ifPresent(path -> command.add(path.toString()));
        command.addAll(line);
        ProcessBuilder builder = new ProcessBuilder(command);
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        builder.environment().clear();
        builder.environment().putAll(program.environment());
        builder.environment().put(MARK, mark);
        return builder;
    }

    private FutureTask<?> inBackground(Runnable task) {
        FutureTask<?> future = new FutureTask<>(task, null);
        threads.execute(future);
        return future;
    }

    /** Reads the output as UTF-8; malformed bytes become replacement characters. */
    private static void read(InputStream from, Consumer<CharSequence> to) {
        try (Reader reader = new InputStreamReader(from, StandardCharsets.UTF_8)) {
            char[] piece = new char[PIECE];
            for (int length = reader.read(piece); length >= 0; length = reader.read(piece)) {
                to.accept(CharBuffer.wrap(piece, 0, length));
            }
        } catch (IOException e) {
            // Java closes the pipe under the reader when the process ends; all output has been read by then.
        }
    }

    private static void feed(OutputStream to, String input) {
        try (to) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A program need not read all of its input.
        }
    }

    private static void awaitLastOutput(List<FutureTask<?>> readers) throws InterruptedException {
        for (FutureTask<?> reader : readers) {
            try {
                reader.get(SECONDS_FOR_LAST_OUTPUT, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                return;
            } catch (ExecutionException e) {
                throw new UncheckedIOException(new IOException("the program's output could not be read", e));
            }
        }
    }
}
