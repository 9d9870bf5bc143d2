package dev.baton.server.wait;

import dev.baton.Deferred;
import dev.baton.server.resolve.Folders;
import dev.baton.server.resolve.Origin;
import dev.baton.server.spec.WaitWork;
import dev.baton.worker.net.GuardedHttp;
import java.nio.file.Path;

/**
 * Makes the bodies of steps that wait.
 *
 * @param poller looks at files and addresses
 * @param http asks addresses
 * @param folders where files may be waited for
 */
public record Waits(Poller poller, GuardedHttp http, Folders folders) {

    /** The body of a wait that somebody has defined. */
    public Deferred body(WaitWork work, Origin origin) {
        WaitWork.Goal goal = work.goal();
        if (goal instanceof WaitWork.For time) {
            return new WaitFor(time.duration());
        }
        if (goal instanceof WaitWork.Until moment) {
            return new WaitUntil(moment.instant());
        }
        if (goal instanceof WaitWork.ForFile file) {
            return new WaitForFile(Path.of(file.path()), origin, folders, poller, work.every());
        }
        WaitWork.ForUrl url = (WaitWork.ForUrl) goal;
        return new WaitForUrl(url.url(), http, poller, work.every());
    }
}
