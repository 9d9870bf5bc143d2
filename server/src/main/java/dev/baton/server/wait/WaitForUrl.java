package dev.baton.server.wait;

import dev.baton.Deferred;
import dev.baton.RunContext;
import dev.baton.worker.net.AddressRefusedException;
import dev.baton.worker.net.GuardedHttp;
import dev.baton.worker.net.HttpCall;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** Waits until an address answers with a status from 200 to 299. */
final class WaitForUrl implements Deferred {

    private static final HttpCall.Limits LIMITS = new HttpCall.Limits(Duration.ofSeconds(30), 16 << 20, 5);

    private final HttpCall call;
    private final GuardedHttp http;
    private final Poller poller;
    private final Duration every;

    WaitForUrl(String url, GuardedHttp http, Poller poller, Duration every) {
        this.call = HttpCall.get(URI.create(url), LIMITS);
        this.http = http;
        this.poller = poller;
        this.every = every;
    }

    @Override
    public void begin(RunContext context, Handover handover) {
        Announcement announcement = new Announcement(context);
        announcement.say("waits for " + call.uri());
        poller.poll(every, handover, () -> hasAnswered(handover, announcement));
    }

    private boolean hasAnswered(Handover handover, Announcement announcement) throws IOException, InterruptedException {
        try {
            int status = http.send(call).status();
            if (status / 100 == 2) {
                handover.succeed(status);
                return true;
            }
            announcement.say("waits for %s, which answers with status %d".formatted(call.uri(), status));
        } catch (AddressRefusedException e) {
            // The guard would refuse the address the next time too.
            throw e;
        } catch (IOException e) {
            announcement.say("waits for %s: %s".formatted(call.uri(), e.getMessage()));
        }
        return false;
    }
}
