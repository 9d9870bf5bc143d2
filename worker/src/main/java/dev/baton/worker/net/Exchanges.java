package dev.baton.worker.net;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpHostConnectException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Makes single requests with Apache HttpClient. The {@link AddressGuard} acts as its {@link DnsResolver}, so that the
 * client connects only to addresses that the guard has checked. Each request has its own connection, because a reused
 * connection would not be checked again. Safe from any thread.
 */
final class Exchanges {

    private static final int LARGEST_HEAD = 64 * 1024;
    private static final int MOST_HEADERS = 500;
    private static final Timeout CONNECT = Timeout.ofSeconds(10);

    private final CloseableHttpClient client;

    Exchanges(AddressGuard guard, SSLContext tls) {
        this.client = HttpClientBuilder.create()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(new GuardedDns(guard))
                        // The JVM verifies the names in certificates, as for any HTTPS connection.
                        .setTlsSocketStrategy(ClientTlsStrategyBuilder.create()
                                .setSslContext(tls)
                                .setHostVerificationPolicy(HostnameVerificationPolicy.BUILTIN)
                                .setHostnameVerifier(NoopHostnameVerifier.INSTANCE)
                                .buildClassic())
                        .setConnectionFactory(Exchanges::connection)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(CONNECT)
                                .build())
                        // The callers limit the number of concurrent requests.
                        .setMaxConnTotal(Integer.MAX_VALUE)
                        .setMaxConnPerRoute(Integer.MAX_VALUE)
                        .build())
                .setDefaultRequestConfig(
                        RequestConfig.custom().setProtocolUpgradeEnabled(false).build())
                .setConnectionReuseStrategy((request, response, context) -> false)
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableAuthCaching()
                .disableCookieManagement()
                // Reading the list of public suffixes, which only cookies need, would take a while.
                .setDefaultCookieSpecRegistry(name -> null)
                .disableDefaultUserAgent()
                .build();
    }

    private static ManagedHttpClientConnection connection(@Nullable Socket socket) throws IOException {
        OrdinaryEnd connection = new OrdinaryEnd();
        if (socket != null) {
            connection.bind(socket);
        }
        return connection;
    }

    /** The request of a call, which can be cancelled from another thread while it is executed. */
    static HttpUriRequestBase request(HttpCall call) {
        HttpUriRequestBase request = new HttpUriRequestBase(call.method(), call.uri());
        call.headers().forEach(request::setHeader);
        request.setHeader("Connection", "close");
        if (call.body().length > 0) {
            // The content type comes from a header of the call, if there is one.
            request.setEntity(new ByteArrayEntity(call.body(), null));
        }
        return request;
    }

    /** Executes the request of a call, and reads no more of the answer than the call's limits allow. */
    HttpAnswer execute(HttpCall call, HttpUriRequestBase request) throws IOException {
        HttpHost target = new HttpHost(call.uri().getScheme(), call.host(), call.port());
        try (ClassicHttpResponse response = client.executeOpen(target, request, null)) {
            return new HttpAnswer(call.uri(), response.getCode(), headers(response), body(call, request, response));
        } catch (RefusedLookup refused) {
            throw refused.refusal;
        } catch (HttpHostConnectException | ConnectTimeoutException away) {
            throw new IOException(
                    "%s:%d cannot be reached: %s".formatted(call.host(), call.port(), away.getMessage()), away);
        } catch (MessageConstraintException tooMuch) {
            throw tooLargeHead(call, tooMuch);
        } catch (ConnectionClosedException | NoHttpResponseException | MalformedChunkCodingException brokenOff) {
            throw new IOException(
                    "%s closed the connection in the middle of its answer".formatted(call.host()), brokenOff);
        } catch (ClientProtocolException wrong) {
            throw wrong.getCause() instanceof MessageConstraintException tooMuch
                    ? tooLargeHead(call, tooMuch)
                    : new IOException("%s does not speak HTTP/1.1".formatted(call.host()), wrong);
        }
    }

    private static IOException tooLargeHead(HttpCall call, Exception cause) {
        return new IOException(
                "the head of the answer of %s has a line of more than %,d bytes, or more than %,d lines"
                        .formatted(call.host(), LARGEST_HEAD, MOST_HEADERS),
                cause);
    }

    private static Map<String, List<String>> headers(ClassicHttpResponse response) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (Header header : response.getHeaders()) {
            headers.computeIfAbsent(header.getName().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(String.valueOf(header.getValue()));
        }
        return headers;
    }

    /** Reads a body that is decompressed already: the limit applies to the decompressed size. */
    private static byte[] body(HttpCall call, HttpUriRequestBase request, ClassicHttpResponse response)
            throws IOException {
        HttpEntity entity = response.getEntity();
        if (entity == null) {
            return new byte[0];
        }
        int most = call.limits().body();
        InputStream in = entity.getContent();
        byte[] body = entity.getContentLength() > most ? null : in.readNBytes(most);
        if (body == null || in.read() >= 0) {
            // Otherwise, closing the answer would read it to its end, which may never come.
            request.cancel();
            throw new IOException("the answer of %s is larger than %,d bytes".formatted(call.host(), most));
        }
        return body;
    }

    /** Lets HttpClient connect to the addresses that were checked, and to no others. */
    private record GuardedDns(AddressGuard guard) implements DnsResolver {

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            try {
                return guard.addresses(host).toArray(InetAddress[]::new);
            } catch (AddressRefusedException refusal) {
                throw new RefusedLookup(refusal);
            }
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }

    /** A connection that ends cleanly instead of with an error when it must be closed at once. */
    private static final class OrdinaryEnd extends DefaultManagedHttpClientConnection {

        private static final Http1Config LIMITS = Http1Config.custom()
                .setMaxLineLength(LARGEST_HEAD)
                .setMaxHeaderCount(MOST_HEADERS)
                .build();

        OrdinaryEnd() {
            super("baton", null, null, LIMITS, null, null, null, null);
        }

        @Override
        public void close(CloseMode mode) {
            Socket socket = getSocket();
            if (mode == CloseMode.IMMEDIATE && socket != null && !(socket instanceof SSLSocket)) {
                Closer.closeQuietly(socket);
            }
            super.close(mode);
        }
    }

    /** Carries a refusal through HttpClient, which expects only unknown hosts here. */
    private static final class RefusedLookup extends UnknownHostException {

        private static final long serialVersionUID = 1;

        private final AddressRefusedException refusal;

        RefusedLookup(AddressRefusedException refusal) {
            super(refusal.getMessage());
            this.refusal = refusal;
        }
    }
}
