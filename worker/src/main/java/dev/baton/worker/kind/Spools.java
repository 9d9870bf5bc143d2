package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Assignment.Inputs;
import dev.baton.worker.process.Programs;
import dev.baton.worker.process.Spool;
import dev.baton.worker.process.SpooledPrograms;
import dev.baton.worker.wire.WireFormat;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * The commands of a worker that outlive its process, each in a directory of its own. The next process of the worker finds
 * here what the last one left behind. Safe from any thread; one process at a time.
 *
 * <pre>{@code
 * Spools spools = new Spools(directory, new Programs(threads), Clock.systemUTC());
 * spools.leftBehind().forEach(command -> spools.stop(command, "its job is gone"));
 * }</pre>
 */
public final class Spools {

    private static final Logger LOG = LoggerFactory.getLogger(Spools.class);
    private static final String NOTE = "run.json";
    private static final Duration STOP_GRACE = Duration.ofSeconds(2);

    /** The end of a run is recorded within a moment of its report; until then a crash must find its exit code. */
    private static final Duration KEPT_AFTER_REPORT = Duration.ofSeconds(20);

    private final Path root;
    private final Clock clock;
    private final Programs programs;
    private final SpooledPrograms spooled;
    private final Map<String, LeftBehind> left = new ConcurrentHashMap<>();
    private final Map<LeftBehind, Instant> reported = new ConcurrentHashMap<>();

    /** The commands that are at work, by run. */
    private final Map<String, LeftBehind> active = new ConcurrentHashMap<>();

    private volatile boolean leaving;
    private volatile boolean untilDelivered;

    /**
     * Keeps commands in a directory, and looks for those that were left behind there.
     *
     * @throws IOException when the directory cannot be made or read
     */
    public Spools(Path root, Programs programs, Clock clock) throws IOException {
        this.root = root;
        this.clock = clock;
        this.programs = programs;
        this.spooled = new SpooledPrograms(programs);
        Files.createDirectories(
                root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        find();
    }

    /** The facts about a command besides its files. */
    private record Note(Assignment assignment, Instant started, String mark, String files) {}

    private void find() throws IOException {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(root)) {
            for (Path directory : directories) {
                find(directory);
            }
        }
    }

    private void find(Path directory) throws IOException {
        Note note;
        try {
            note = WireFormat.mapper().readValue(Files.readAllBytes(directory.resolve(NOTE)), Note.class);
        } catch (IOException | JacksonException e) {
            // Its process died before it started anything.
            new Spool(directory, "").remove();
            return;
        }
        Spool spool = new Spool(directory, note.mark());
        LeftBehind found = new LeftBehind(note.assignment(), note.started(), Path.of(note.files()), spool);
        if (spooled.isKnown(spool)) {
            left.put(note.assignment().lease(), found);
        } else {
            boolean alive = spooled.stop(spool, STOP_GRACE);
            LOG.warn(
                    "run {} of {} ended while its worker was not running{}",
                    note.assignment().run().id(),
                    note.assignment().run().job(),
                    alive ? "; the processes it left behind are stopped" : "");
            spool.remove();
        }
    }

    /** The commands that were left behind and that nobody has taken up yet. */
    public List<LeftBehind> leftBehind() {
        return List.copyOf(left.values());
    }

    /** Marks a command as taken up again. */
    public void takenUp(LeftBehind command) {
        active.put(command.assignment().run().id(), command);
        left.remove(command.assignment().lease());
    }

    /** A command is over here, in whichever way. */
    void over(LeftBehind command) {
        active.remove(command.assignment().run().id(), command);
    }

    /** From now on an interrupt leaves commands running, for the next process of the worker. */
    public void leave() {
        leaving = true;
    }

    boolean isLeaving() {
        return leaving;
    }

    SpooledPrograms programs() {
        return spooled;
    }

    Programs plainPrograms() {
        return programs;
    }

    /** Makes room for a new command. No earlier command of the same run is alive when this returns. */
    LeftBehind begin(Assignment assignment) throws IOException {
        String run = assignment.run().id();
        for (LeftBehind earlier : left.values()) {
            if (earlier.assignment().run().id().equals(run)) {
                stop(earlier, "the run starts again");
            }
        }
        LeftBehind other = active.get(run);
        if (other != null) {
            // Its lease is lost, or this one would not have been given.
            spooled.stop(other.spool(), STOP_GRACE);
        }
        String mark = UUID.randomUUID().toString();
        Spool spool = Spool.create(root.resolve(mark), mark);
        try {
            Workplace files = Workplace.in(spool.directory(), programs.user());
            LeftBehind begun = new LeftBehind(bare(assignment), clock.instant(), files.directory(), spool);
            Note note = new Note(
                    begun.assignment(), begun.started(), mark, files.directory().toString());
            Path file = Files.createFile(
                    spool.directory().resolve(NOTE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(file, WireFormat.mapper().writeValueAsBytes(note));
            active.put(run, begun);
            return begun;
        } catch (IOException | RuntimeException e) {
            spool.remove();
            throw e;
        }
    }

    /** Inputs may be large, and the command has them already. */
    private static Assignment bare(Assignment assignment) {
        return new Assignment(
                assignment.lease(),
                assignment.run(),
                assignment.command(),
                new Inputs(Map.of(), Map.of(), Map.of(), null, Map.of(), null),
                assignment.secrets());
    }

    /** Stops a command that was left behind and that nobody has taken up, with its descendants. */
    public void stop(LeftBehind command, String why) {
        if (left.remove(command.assignment().lease(), command)) {
            boolean alive = spooled.stop(command.spool(), STOP_GRACE);
            LOG.warn(
                    "run {} of {} {}: {}",
                    command.assignment().run().id(),
                    command.assignment().run().job(),
                    alive ? "is stopped" : "had ended, and its result is dropped",
                    why);
            remove(command.spool());
        }
    }

    /**
     * From now on the files of a command that has ended stay until somebody says that its result was
     * {@link #delivered}.
     */
    public void keepUntilDelivered() {
        untilDelivered = true;
    }

    /** The result of a command was taken, or will never be: its files are removed, if it has ended. */
    public void delivered(String lease) {
        List<LeftBehind> ended = reported.keySet().stream()
                .filter(command -> command.assignment().lease().equals(lease))
                .toList();
        for (LeftBehind command : ended) {
            reported.remove(command);
            remove(command.spool());
        }
    }

    /** The leases of all commands that run, or whose results are not known to be taken. */
    public Set<String> leases() {
        return Stream.of(left.values(), active.values(), reported.keySet())
                .flatMap(Collection::stream)
                .map(command -> command.assignment().lease())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A command is left to the next process of the worker. */
    void abandoned(LeftBehind command) {
        left.put(command.assignment().lease(), command);
        over(command);
    }

    /** The end of a command is reported from now on: its files are removed after a while, or once it was delivered. */
    void reported(LeftBehind command) {
        Instant now = clock.instant();
        reported.put(command, now);
        over(command);
        if (untilDelivered) {
            return;
        }
        Iterator<Map.Entry<LeftBehind, Instant>> all = reported.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<LeftBehind, Instant> entry = all.next();
            if (entry.getValue().isBefore(now.minus(KEPT_AFTER_REPORT))) {
                all.remove();
                remove(entry.getKey().spool());
            }
        }
    }

    /** Removes the files of commands whose ends were reported: those are recorded by now. */
    public void removeReported() {
        reported.keySet().forEach(command -> remove(command.spool()));
        reported.clear();
    }

    void remove(Spool spool) {
        try {
            spool.remove();
        } catch (IOException e) {
            LOG.warn("files of a run are left in {}", spool.directory(), e);
        }
    }
}
