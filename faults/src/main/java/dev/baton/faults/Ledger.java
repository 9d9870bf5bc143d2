package dev.baton.faults;

import dev.baton.Fanout;
import dev.baton.RunContext;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The record of all attempts, written by the bodies themselves: one file for each process, a line for each event. A
 * file and not a table, because a witness must not depend on the database that is taken away under it: a body writes
 * while the database is gone, and what the process wrote is the operating system's from then on, however the process
 * dies. Safe from any thread.
 */
final class Ledger {

    private static final String SUFFIX = ".ledger";

    /** The parameter of an added step that says which attempt added it. */
    private static final String AUTHOR = "author";

    private static final String REDUCER = "/" + Fanout.REDUCER;

    private final String node;
    private final OutputStream file;

    private Ledger(String node, OutputStream file) {
        this.node = node;
        this.file = file;
    }

    static Ledger of(Path directory, String node) throws IOException {
        // No channel: that is closed for all when one body is interrupted while it writes.
        return new Ledger(
                node, new FileOutputStream(directory.resolve(node + SUFFIX).toFile(), true));
    }

    /** The time of the ledger: that of the machine, whatever a node believes. */
    static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    synchronized void write(RunContext context, LedgerEntry.Event event) {
        LedgerEntry entry =
                new LedgerEntry(now(), node, context.executionId(), step(context), context.attempt(), event, (String)
                        context.parameters().get(AUTHOR));
        try {
            file.write(entry.toLine().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The name of a run: its job, or its number among the runs of a fan-out. */
    static String step(RunContext context) {
        String job = context.jobName();
        if (context.item().isPresent()) {
            return Fanout.itemsOf(job) + "/" + context.runId().number();
        }
        return job.endsWith(REDUCER)
                ? Fanout.itemsOf(job.substring(0, job.length() - REDUCER.length())) + "/"
                        + context.runId().number()
                : job;
    }

    /** The parameter by which added steps know, for the ledger, the attempt that added them. */
    Map<String, String> signature(RunContext context) {
        return Map.of(AUTHOR, LedgerEntry.author(node, context.attempt()));
    }

    /** The entries of all processes, in order. */
    static List<LedgerEntry> read(Path directory) throws IOException {
        List<LedgerEntry> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path path : files.filter(Ledger::isLedger).toList()) {
                String name = path.getFileName().toString();
                String node = name.substring(0, name.length() - SUFFIX.length());
                for (String line : Files.readAllLines(path)) {
                    entries.add(LedgerEntry.parse(node, line));
                }
            }
        }
        entries.sort(Comparator.comparingLong(LedgerEntry::at));
        return entries;
    }

    private static boolean isLedger(Path path) {
        return path.toString().endsWith(SUFFIX);
    }
}
