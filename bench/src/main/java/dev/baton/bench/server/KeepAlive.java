package dev.baton.bench.server;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * One connection that is used again and again. As plain as can be: the client shares its processors with the server that
 * is measured, and a full HTTP client would take more of them than the server does. For one thread at a time.
 */
final class KeepAlive implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;
    private final String headers;

    KeepAlive(URI server, String token) throws IOException {
        this.socket = new Socket(server.getHost(), server.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        this.in = new BufferedInputStream(socket.getInputStream());
        this.headers = "Host: " + server.getAuthority() + "\r\nAuthorization: Bearer " + token
                + "\r\nContent-Type: application/json\r\n";
    }

    /** An answer. */
    record Answer(int status, String body) {}

    Answer post(String path, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        String head = "POST /api/v1" + path + " HTTP/1.1\r\n" + headers + "Content-Length: " + body.length + "\r\n\r\n";
        byte[] bytes = (head + json).getBytes(StandardCharsets.UTF_8);
        socket.getOutputStream().write(bytes);
        return answer();
    }

    private Answer answer() throws IOException {
        String line = line();
        int status = Integer.parseInt(line.substring(9, 12));
        int length = 0;
        boolean chunked = false;
        for (line = line(); !line.isEmpty(); line = line()) {
            if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).strip());
            }
            chunked |= line.regionMatches(true, 0, "Transfer-Encoding: chunked", 0, 26);
        }
        return new Answer(status, chunked ? chunks() : text(length));
    }

    private String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        while (true) {
            int length = Integer.parseInt(line().strip(), 16);
            body.append(text(length));
            line();
            if (length == 0) {
                return body.toString();
            }
        }
    }

    private String text(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the server hung up in the middle of an answer");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server hung up");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
