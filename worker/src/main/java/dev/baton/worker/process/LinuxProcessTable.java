package dev.baton.worker.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds processes in {@code /proc}. A process belongs to the program if it is in the program's session or has the
 * program's mark in its environment: the mark finds processes that have started their own session and lost their
 * parent. Only a process that has also discarded its environment is not found.
 */
final class LinuxProcessTable implements ProcessTable {

    private static final Path PROC = Path.of("/proc");

    private static final long NOBODY = -1;

    /** The program's process, which leads its session; {@link #NOBODY} if only the mark is known. */
    private final long program;

    private final String mark;
    private final long startOfProgram;

    /** @param mark the mark: {@code NAME=value}, as it stands in the environment */
    LinuxProcessTable(ProcessHandle program, String mark) {
        this(program.pid(), mark);
    }

    private LinuxProcessTable(long program, String mark) {
        this.program = program;
        this.mark = mark;
        this.startOfProgram = Stat.of(program).map(Stat::start).orElse(0L);
    }

    /**
     * The processes of a program that another process started. Its id may be another program's by now: its session
     * counts only if the process with that id has the mark.
     */
    static LinuxProcessTable ofEarlier(long program, String mark) {
        boolean isIt = Stat.of(program).filter(stat -> !stat.ended()).isPresent() && isMarked(program, mark);
        return new LinuxProcessTable(isIt ? program : NOBODY, mark);
    }

    /** Whether the program's own process is alive. */
    boolean isProgramAlive() {
        return Stat.of(program).filter(stat -> !stat.ended()).isPresent();
    }

    static boolean isAvailable() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    @Override
    public List<Member> members() {
        List<Member> members = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                long pid = Long.parseLong(entry.getFileName().toString());
                Stat.of(pid)
                        .filter(stat -> belongs(pid, stat))
                        .ifPresent(stat -> ProcessHandle.of(pid)
                                .ifPresent(handle ->
                                        members.add(new Member(handle, stat.parent(), stat.group() == program))));
            }
        } catch (IOException e) {
            throw new IllegalStateException("/proc cannot be listed", e);
        }
        return members;
    }

    private boolean belongs(long pid, Stat stat) {
        if (stat.ended() || stat.start() < startOfProgram) {
            return false;
        }
        return pid == program || stat.session() == program || isMarked(pid, mark);
    }

    private static boolean isMarked(long pid, String mark) {
        try {
            byte[] environment = Files.readAllBytes(PROC.resolve(pid + "/environ"));
            // Each variable ends with a NUL.
            return ("\0" + new String(environment, StandardCharsets.ISO_8859_1)).contains("\0" + mark + "\0");
        } catch (IOException e) {
            // The process belongs to another user or has ended: it is not one to signal.
            return false;
        }
    }

    private record Stat(boolean ended, long parent, long group, long session, long start) {

        private static final int STATE = 0;
        private static final int PARENT = 1;
        private static final int GROUP = 2;
        private static final int SESSION = 3;
        private static final int START = 19;

        static Optional<Stat> of(long pid) {
            try {
                String line = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
                // The second field is the program's name in parentheses, and may contain anything.
                String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
                return Optional.of(new Stat(
                        "ZXx".contains(fields[STATE]),
                        Long.parseLong(fields[PARENT]),
                        Long.parseLong(fields[GROUP]),
                        Long.parseLong(fields[SESSION]),
                        Long.parseLong(fields[START])));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }
}
