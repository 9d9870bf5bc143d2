package dev.baton.server.notify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** A mail server that records every command. It offers STARTTLS if it has a certificate. */
final class MailReceiver implements AutoCloseable {

    private final ServerSocket server;
    private final SSLSocketFactory tls;
    private final boolean encryptedFromTheStart;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private volatile String answerToRecipient = "250 ok";

    MailReceiver(SSLSocketFactory tls, boolean encryptedFromTheStart) throws IOException {
        this.tls = tls;
        this.encryptedFromTheStart = encryptedFromTheStart;
        this.server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "mail-receiver");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    List<String> heard() {
        return heard;
    }

    void answersToRecipient(String answer) {
        answerToRecipient = answer;
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                talk(encryptedFromTheStart ? encrypted(socket) : socket, true);
            } catch (IOException closed) {
                heard.add("closed: " + closed.getMessage());
            }
        }
    }

    private SSLSocket encrypted(Socket socket) throws IOException {
        SSLSocket secure = (SSLSocket) tls.createSocket(socket, null, socket.getPort(), true);
        secure.setUseClientMode(false);
        secure.startHandshake();
        heard.add("(encrypted)");
        return secure;
    }

    private void talk(Socket socket, boolean greets) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        if (greets) {
            say(socket, "220 mail.example");
        }
        boolean inMail = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            heard.add(line);
            if (inMail) {
                inMail = !line.equals(".");
                if (!inMail) {
                    say(socket, "250 taken");
                }
                continue;
            }
            switch (line.split("[ :]", 2)[0]) {
                case "EHLO" ->
                    say(
                            socket,
                            tls != null && !(socket instanceof SSLSocket)
                                    ? "250-hello\r\n250 STARTTLS"
                                    : "250-hello\r\n250 AUTH PLAIN");
                case "STARTTLS" -> {
                    say(socket, "220 go on");
                    talk(encrypted(socket), false);
                    return;
                }
                case "AUTH" -> say(socket, "235 welcome");
                case "RCPT" -> say(socket, answerToRecipient);
                case "DATA" -> {
                    say(socket, "354 go on");
                    inMail = true;
                }
                case "QUIT" -> {
                    return;
                }
                default -> say(socket, "250 ok");
            }
        }
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write((text + "\r\n").getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
