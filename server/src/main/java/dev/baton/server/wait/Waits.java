package dev.baton.server.wait;

import dev.baton.Deferred;
import dev.baton.server.resolve.Folders;
import dev.baton.server.resolve.Origin;
import dev.baton.worker.net.GuardedHttp;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * Makes the bodies of steps that wait.
 *
 * @param poller looks at files and addresses
 * @param http asks addresses
 * @param folders where files may be waited for
 */
public record Waits(Poller poller, GuardedHttp http, Folders folders) {

    /** Waits for a time to pass. */
    public Deferred forTime(Duration duration) {
        return new WaitFor(duration);
    }

    /** Waits until an instant. */
    public Deferred until(Instant instant) {
        return new WaitUntil(instant);
    }

    /** Waits until a file is there, and looks for it every so often. */
    public Deferred forFile(Path path, Duration every, Origin origin) {
        return new WaitForFile(path, origin, folders, poller, every);
    }

    /** Waits until an address answers with success, and asks it every so often. */
    public Deferred forUrl(String url, Duration every) {
        return new WaitForUrl(url, http, poller, every);
    }
}
