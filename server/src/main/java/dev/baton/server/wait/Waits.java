package dev.baton.server.wait;

import dev.baton.Deferred;
import dev.baton.server.resolve.Folders;
import dev.baton.server.resolve.Origin;
import dev.baton.worker.net.GuardedHttp;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * Creates the bodies of steps that wait.
 *
 * @param poller checks files and addresses
 * @param http sends requests to addresses
 * @param folders the folders that waits may name
 */
public record Waits(Poller poller, GuardedHttp http, Folders folders) {

    /** Waits until a time has passed. */
    public Deferred forTime(Duration duration) {
        return new WaitFor(duration);
    }

    /** Waits until an instant. */
    public Deferred until(Instant instant) {
        return new WaitUntil(instant);
    }

    /** Waits until a file exists, and checks for it at intervals. */
    public Deferred forFile(Path path, Duration every, Origin origin) {
        return new WaitForFile(path, origin, folders, poller, every);
    }

    /** Waits until an address answers with success, and requests it at intervals. */
    public Deferred forUrl(String url, Duration every) {
        return new WaitForUrl(url, http, poller, every);
    }
}
