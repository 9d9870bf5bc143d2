package dev.baton.worker.net;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** One socket after the other, for the hops of one request. Closing ends the exchange that is under way, and all after. */
final class Connection implements Closeable {

    private static final int CONNECT_MILLIS = 10_000;

    private final AddressGuard guard;
    private final SSLSocketFactory tls;
    private @Nullable Socket current;
    private boolean closed;

    Connection(AddressGuard guard, SSLSocketFactory tls) {
        this.guard = guard;
        this.tls = tls;
    }

    HttpAnswer exchange(HttpCall call) throws IOException {
        try (Socket plain = connect(call);
                Socket socket = call.isSecure() ? secure(plain, call) : plain) {
            OutputStream out = socket.getOutputStream();
            out.write(call.head());
            out.write(call.body());
            out.flush();
            return new AnswerReader(socket.getInputStream(), call).read();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (current != null) {
            current.close();
        }
    }

    /** Tries one address after the other: all of them have been checked. */
    private Socket connect(HttpCall call) throws IOException {
        List<InetAddress> addresses = guard.addresses(call.host());
        IOException failure = new IOException("no address");
        for (InetAddress address : addresses) {
            Socket socket = register(new Socket(Proxy.NO_PROXY));
            try {
                socket.connect(new InetSocketAddress(address, call.port()), CONNECT_MILLIS);
                return socket;
            } catch (IOException e) {
                socket.close();
                failure = e;
            }
        }
        throw new IOException(
                "%s:%d cannot be reached: %s".formatted(call.host(), call.port(), failure.getMessage()), failure);
    }

    private synchronized Socket register(Socket socket) throws IOException {
        if (closed) {
            socket.close();
            throw new SocketException("closed");
        }
        current = socket;
        return socket;
    }

    private SSLSocket secure(Socket plain, HttpCall call) throws IOException {
        // The name is used for SNI and for the certificate; the socket is connected already.
        SSLSocket socket = (SSLSocket) tls.createSocket(plain, call.host(), call.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }
}
