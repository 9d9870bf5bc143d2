package dev.baton.worker.net;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLSocketFactory;

/**
 * Makes requests to addresses that others choose. Each hop of a redirect is checked by the {@link AddressGuard} again,
 * and the connection goes to the very address that was checked.
 *
 * <p>That last point is why it speaks HTTP/1.1 over its own sockets. {@code java.net.http} resolves the name itself when
 * it connects, after the check, and a name server that answers differently the second time (DNS rebinding) leads it
 * anywhere; a resolver can be put in from Java 18 only, and for the whole JVM; and a proxy in the same process would be
 * one more open port and one more parser of what others send. One request on one connection needs little: no pool, no
 * compression, no cookies, no proxies. Certificates are verified against the name, which is also sent as SNI.
 *
 * <p>Safe from any thread.
 */
public final class GuardedHttp {

    private final AddressGuard guard;
    private final SSLSocketFactory tls;
    private final Executor threads;

    /**
     * With what is to be checked and trusted.
     *
     * @param threads for the requests, one each while it lasts
     */
    public GuardedHttp(AddressGuard guard, SSLSocketFactory tls, Executor threads) {
        this.guard = guard;
        this.tls = tls;
        this.threads = threads;
    }

    /** With the trust of the JVM. */
    public GuardedHttp(AddressGuard guard, Executor threads) {
        this(guard, (SSLSocketFactory) SSLSocketFactory.getDefault(), threads);
    }

    /**
     * Makes a request and waits for the answer, whatever its status.
     *
     * @throws AddressRefusedException when the guard refuses where it goes, or where it is sent on to
     * @throws IOException with a message for people, when no whole answer came within the limits
     * @throws InterruptedException when interrupted; the connection is closed by then
     */
    public HttpAnswer send(HttpCall call) throws IOException, InterruptedException {
        try (Connection connection = new Connection(guard, tls)) {
            // On a thread of its own: neither a look-up of a name nor a write can be told to end in time.
            FutureTask<HttpAnswer> answer = new FutureTask<>(() -> follow(call, connection));
            threads.execute(answer);
            return answer.get(call.limits().time().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw timeout(call.host(), call.limits().time());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
    }

    private static HttpAnswer follow(HttpCall first, Connection connection) throws IOException {
        HttpCall call = first;
        HttpAnswer answer = connection.exchange(call);
        for (int hops = 0; hops < first.limits().redirects() && isRedirect(answer); hops++) {
            call = next(call, answer);
            answer = connection.exchange(call);
        }
        if (isRedirect(answer) && first.limits().redirects() > 0) {
            throw new IOException("%s leads through more than %d redirects"
                    .formatted(first.uri(), first.limits().redirects()));
        }
        return answer;
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
                    "%s redirects to \"%s\", which is no address for a request".formatted(call.uri(), location), e);
        }
    }

    private static IOException timeout(String host, Duration time) {
        return new InterruptedIOException("%s did not answer within %s ms".formatted(host, time.toMillis()));
    }
}
