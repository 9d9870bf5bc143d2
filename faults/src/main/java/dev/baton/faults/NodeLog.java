package dev.baton.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The log of a node. */
record NodeLog(String node, Path file) {

    static final String TIME_FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX";

    /** The messages of a node that was declared dead in the middle of something. */
    private static final String FENCED = "sent no heartbeat for longer than";

    /** The error that a server has to log: that it takes no work. */
    private static final List<String> RIGHTLY = List.of(" ERROR Readiness - ");

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(TIME_FORMAT);
    private static final int TAIL = 40;
    /** How many lines of a stack tell where an error comes from. */
    private static final int CAUSE = 20;

    static Path of(NodeSettings settings) {
        return settings.directory().resolve(settings.name() + ".log");
    }

    List<String> lines(String text) {
        return lines().stream().filter(line -> line.contains(text)).toList();
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** When it learnt that it had been declared dead, in microseconds. */
    List<Long> fencedAt() {
        List<Long> times = new ArrayList<>();
        for (String line : lines(FENCED)) {
            int space = line.indexOf(' ');
            if (space > 0 && line.charAt(4) == '-') {
                OffsetDateTime time = OffsetDateTime.parse(line.substring(0, space), TIME);
                times.add(ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant()));
            }
        }
        return times;
    }

    /** Its errors, each with its cause: nothing that is done to a node makes one of its own doing right. */
    List<String> errors() {
        List<String> lines = lines();
        return IntStream.range(0, lines.size())
                .filter(i -> isError(lines.get(i)))
                .mapToObj(i -> String.join("\n", lines.subList(i, Math.min(i + CAUSE, lines.size()))))
                .toList();
    }

    private static boolean isError(String line) {
        return line.contains(" ERROR ") && RIGHTLY.stream().noneMatch(line::contains);
    }

    String tail() {
        List<String> lines = lines();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
    }
}
