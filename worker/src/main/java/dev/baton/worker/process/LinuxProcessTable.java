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

    private final ProcessHandle program;
    private final String mark;
    private final long startOfProgram;

    /** @param mark the mark: {@code NAME=value}, as it stands in the environment */
    LinuxProcessTable(ProcessHandle program, String mark) {
        this.program = program;
        this.mark = mark;
        this.startOfProgram = Stat.of(program.pid()).map(Stat::start).orElse(0L);
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
                                .ifPresent(handle -> members.add(new Member(handle, stat.group() == program.pid()))));
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
        return pid == program.pid() || stat.session() == program.pid() || isMarked(pid);
    }

    private boolean isMarked(long pid) {
        try {
            byte[] environment = Files.readAllBytes(PROC.resolve(pid + "/environ"));
            return new String(environment, StandardCharsets.ISO_8859_1).contains(mark);
        } catch (IOException e) {
            // The process belongs to another user or has ended: it is not one to signal.
            return false;
        }
    }

    private record Stat(boolean ended, long group, long session, long start) {

        private static final int STATE = 0;
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
                        Long.parseLong(fields[GROUP]),
                        Long.parseLong(fields[SESSION]),
                        Long.parseLong(fields[START])));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }
}
