package dev.baton.worker.net;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.jspecify.annotations.Nullable;

/**
 * Makes requests to addresses that others choose. Each hop of a redirect is checked by the {@link AddressGuard} again,
 * and the connection goes to the very address that was checked: {@code java.net.http} would look the name up a second
 * time when it connects, and a name server that answers differently then (DNS rebinding) would lead it anywhere.
 * Certificates are verified against the name, which is also sent as SNI. Safe from any thread.
 *
 * <pre>{@code
 * GuardedHttp http = new GuardedHttp(new AddressGuard(Allowed.NOTHING), threads);
 * HttpAnswer answer = http.send(HttpCall.get(uri, new HttpCall.Limits(Duration.ofSeconds(10), 1_000_000, 5)));
 * }</pre>
 */
public final class GuardedHttp {

    private final Exchanges exchanges;
    private final Executor threads;

    /**
     * A client with this guard and these trusted certificates.
     *
     * @param threads the executor for requests, which take one thread each
     */
    public GuardedHttp(AddressGuard guard, SSLContext tls, Executor threads) {
        this.exchanges = new Exchanges(guard, tls);
        this.threads = threads;
    }

    /** A client with the JVM's trusted certificates. */
    public GuardedHttp(AddressGuard guard, Executor threads) {
        this(guard, jvmTrust(), threads);
    }

    private static SSLContext jvmTrust() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    /**
     * Makes a request and waits for the response, whatever its status.
     *
     * @throws AddressRefusedException when the guard refuses the target or a redirect
     * @throws IOException with a message for people if no complete response arrived within the limits
     * @throws InterruptedException when interrupted; the connection is closed by then
     */
    public HttpAnswer send(HttpCall call) throws IOException, InterruptedException {
        Hops hops = new Hops();
        try {
            // On its own thread, because neither a DNS lookup nor a write has a time limit.
            FutureTask<HttpAnswer> answer = new FutureTask<>(() -> follow(call, hops));
            threads.execute(answer);
            return answer.get(call.limits().time().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw timeout(call.host(), call.limits().time());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            hops.end();
        }
    }

    private HttpAnswer follow(HttpCall first, Hops hops) throws IOException {
        HttpCall call = first;
        HttpAnswer answer = exchange(call, hops);
        for (int hop = 0; hop < first.limits().redirects() && isRedirect(answer); hop++) {
            call = next(call, answer);
            answer = exchange(call, hops);
        }
        if (isRedirect(answer) && first.limits().redirects() > 0) {
            throw new IOException("%s leads through more than %d redirects"
                    .formatted(first.uri(), first.limits().redirects()));
        }
        return answer;
    }

    private HttpAnswer exchange(HttpCall call, Hops hops) throws IOException {
        HttpUriRequestBase request = Exchanges.request(call);
        hops.begin(request);
        return exchanges.execute(call, request);
    }

    /**
     * The requests of one call, one for each redirect; ending it cancels the current request and prevents further ones.
     */
    private static final class Hops {

        private @Nullable HttpUriRequestBase current;
        private boolean ended;

        synchronized void begin(HttpUriRequestBase request) throws IOException {
            if (ended) {
                throw new SocketException("closed");
            }
            current = request;
        }

        synchronized void end() {
            ended = true;
            if (current != null) {
                current.cancel();
            }
        }
    }

    private static boolean isRedirect(HttpAnswer answer) {
        return switch (answer.status()) {
            case 301, 302, 303, 307, 308 -> answer.header("location").isPresent();
            default -> false;
        };
    }

    private static HttpCall next(HttpCall call, HttpAnswer answer) throws IOException {
        String location = answer.header("location").orElseThrow();
        try {
            HttpCall next = call.redirected(answer.status(), call.uri().resolve(new URI(location)));
            if (call.isSecure() && !next.isSecure()) {
                throw new IOException("%s redirects from https to http, which is not followed".formatted(call.uri()));
            }
            return next;
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IOException(
                    "%s redirects to \"%s\", which is not an address for a request".formatted(call.uri(), location), e);
        }
    }

    private static IOException timeout(String host, Duration time) {
        return new InterruptedIOException("%s did not answer within %s ms".formatted(host, time.toMillis()));
    }
}
