package dev.baton.server.wait;

import dev.baton.Deferred;
import dev.baton.RunContext;
import dev.baton.server.resolve.Folders;
import dev.baton.server.resolve.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Waits until a file or folder exists. */
final class WaitForFile implements Deferred {

    private final Path path;
    private final Origin origin;
    private final Folders folders;
    private final Poller poller;
    private final Duration every;

    WaitForFile(Path path, Origin origin, Folders folders, Poller poller, Duration every) {
        this.path = path;
        this.origin = origin;
        this.folders = folders;
        this.poller = poller;
        this.every = every;
    }

    @Override
    public void begin(RunContext context, Handover handover) {
        context.progress(0, "waits for the file " + path);
        poller.poll(every, handover, () -> {
            // Checked each time, because a link may have been created since.
            boolean isThere = Files.exists(folders.check(path, origin));
            if (isThere) {
                handover.succeed(path.toString());
            }
            return isThere;
        });
    }
}
