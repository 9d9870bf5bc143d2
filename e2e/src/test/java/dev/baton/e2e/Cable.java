package dev.baton.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A connection to a server that can be cut and mended while the server goes on: clients use {@link #address()} in place
 * of the server's own. Safe from any thread.
 */
final class Cable implements AutoCloseable {

    private final ServerSocket near;
    private final URI far;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isCut;

    private Cable(ServerSocket near, URI far) {
        this.near = near;
        this.far = far;
    }

    static Cable to(URI server) {
        try {
            Cable cable = new Cable(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), server);
            run(cable::accept);
            return cable;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + near.getLocalPort());
    }

    /** Ends all connections, and each new one at once. */
    void cut() {
        isCut = true;
        open.forEach(Cable::end);
    }

    void mend() {
        isCut = false;
    }

    private void accept() {
        while (!near.isClosed()) {
            try {
                Socket client = near.accept();
                if (isCut) {
                    end(client);
                } else {
                    Socket server = new Socket(far.getHost(), far.getPort());
                    open.add(client);
                    open.add(server);
                    run(() -> pass(client, server));
                    run(() -> pass(server, client));
                }
            } catch (IOException closed) {
                // The next one, or the end.
            }
        }
    }

    private void pass(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException ended) {
            // By one side, or cut.
        } finally {
            end(from);
            end(to);
            open.remove(from);
            open.remove(to);
        }
    }

    private static void run(Runnable work) {
        Thread thread = new Thread(work, "cable");
        thread.setDaemon(true);
        thread.start();
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // That is what is wanted.
        }
    }

    @Override
    public void close() {
        cut();
        try {
            near.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
