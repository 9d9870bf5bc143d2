package dev.baton.server.notify;

import dev.baton.server.notify.MailServer.Encryption;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One connection to a mail server. Written here because handing over one text needs seven commands of RFC 5321, and a
 * mail library with its activation framework would be the largest part of what the server depends on for it.
 */
final class Smtp implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LONGEST_LINE = 4_096;
    private static final int MOST_LINES = 100;

    private final MailServer server;
    private Socket socket;
    private BufferedReader in;
    private OutputStream out;

    private Smtp(MailServer server, Socket socket) throws IOException {
        this.server = server;
        this.socket = socket;
        this.in = reader(socket);
        this.out = socket.getOutputStream();
    }

    /** Connects and signs in. */
    static Smtp connect(MailServer server, SSLSocketFactory tls) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.connect(new InetSocketAddress(server.host(), server.port()), (int) PATIENCE.toMillis());
            Smtp smtp = new Smtp(server, socket);
            smtp.greet(tls);
            return smtp;
        } catch (IOException | RuntimeException failure) {
            socket.close();
            throw failure;
        }
    }

    private void greet(SSLSocketFactory tls) throws IOException {
        if (server.encryption() == Encryption.TLS) {
            encrypt(tls);
        }
        expect(220, "the connection");
        List<String> offers = hello();
        if (server.encryption() == Encryption.STARTTLS) {
            if (!offers.contains("STARTTLS")) {
                throw new IOException(server + " does not offer STARTTLS; nothing is sent to it in the clear");
            }
            command(220, "STARTTLS");
            encrypt(tls);
            // What was offered in the clear may have been changed on the way.
            hello();
        }
        if (server.user() != null) {
            String secret = "\0" + server.user() + "\0" + server.password();
            write("AUTH PLAIN " + Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)));
            expect(235, "AUTH");
        }
    }

    private List<String> hello() throws IOException {
        write("EHLO " + ownName());
        return expect(250, "EHLO").stream()
                .map(line -> line.toUpperCase(Locale.ROOT))
                .toList();
    }

    /** The address, as those who have no name of their own should say it. */
    private String ownName() {
        InetAddress address = socket.getLocalAddress();
        String text = address.getHostAddress().replaceFirst("%.*", "");
        return address.getAddress().length == 4 ? "[" + text + "]" : "[IPv6:" + text + "]";
    }

    private void encrypt(SSLSocketFactory tls) throws IOException {
        SSLSocket secure = (SSLSocket) tls.createSocket(socket, server.host(), server.port(), true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        socket = secure;
        // A new reader: what came in the clear after the answer to STARTTLS is not to be trusted.
        in = reader(secure);
        out = secure.getOutputStream();
    }

    /** Hands over a mail. */
    void send(Target.Email email, String mail) throws IOException {
        command(250, "MAIL FROM:<" + email.from() + ">");
        for (String to : email.to()) {
            command(250, "RCPT TO:<" + to + ">");
        }
        command(354, "DATA");
        write(mail.replaceAll("(?m)^\\.", "..") + "\r\n.");
        expect(250, "the mail");
        write("QUIT");
    }

    private void command(int code, String command) throws IOException {
        write(command);
        expect(code, command);
    }

    private void write(String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** The lines of an answer, without the codes. */
    private List<String> expect(int code, String to) throws IOException {
        List<String> lines = new ArrayList<>();
        String line;
        do {
            line = readLine();
            if (line.length() < 3 || !line.startsWith(String.valueOf(code))) {
                throw new IOException("%s answered to %s: %s".formatted(server, to, line));
            }
            lines.add(line.length() > 4 ? line.substring(4) : "");
        } while (line.startsWith("-", 3) && lines.size() < MOST_LINES);
        return lines;
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException(server + " closed the connection");
            }
            if (line.length() >= LONGEST_LINE) {
                throw new IOException(server + " does not speak SMTP");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
