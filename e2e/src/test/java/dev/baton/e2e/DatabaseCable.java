package dev.baton.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The way to a database, which can be cut and mended: while it is cut, nobody answers there. */
final class DatabaseCable implements AutoCloseable {

    private final int to;
    private final int port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private ServerSocket door;

    DatabaseCable(int to) {
        this.to = to;
        this.door = listen(0);
        this.port = door.getLocalPort();
    }

    int port() {
        return port;
    }

    private ServerSocket listen(int at) {
        try {
            ServerSocket made = new ServerSocket();
            made.setReuseAddress(true);
            made.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), at));
            daemon(() -> accept(made));
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            try {
                join(from.accept());
            } catch (IOException cut) {
                // Cut, or the database is not there.
                assert from.isClosed() || port > 0;
            }
        }
    }

    private void join(Socket near) throws IOException {
        Socket far = new Socket(InetAddress.getLoopbackAddress(), to);
        open.add(near);
        open.add(far);
        daemon(() -> carry(near, far));
        daemon(() -> carry(far, near));
    }

    private void carry(Socket from, Socket into) {
        try (from;
                into) {
            from.getInputStream().transferTo(into.getOutputStream());
        } catch (IOException e) {
            // One of the two has hung up.
            open.remove(from);
        } finally {
            open.remove(from);
            open.remove(into);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "cable");
        thread.setDaemon(true);
        thread.start();
    }

    void cut() {
        close(door);
        open.forEach(DatabaseCable::close);
    }

    void mend() {
        door = listen(port);
    }

    private static void close(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        cut();
    }
}
