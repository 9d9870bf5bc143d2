package dev.baton.worker.net;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads one HTTP/1.1 answer, and no more of it than the limits allow. */
final class AnswerReader {

    private static final int LARGEST_HEAD = 64 * 1024;

    private final InputStream in;
    private final HttpCall call;
    private int headLeft = LARGEST_HEAD;

    AnswerReader(InputStream in, HttpCall call) {
        this.in = new BufferedInputStream(in);
        this.call = call;
    }

    HttpAnswer read() throws IOException {
        int status = status();
        Map<String, List<String>> headers = headers();
        while (status / 100 == 1) {
            status = status();
            headers = headers();
        }
        return new HttpAnswer(call.uri(), status, headers, body(status, headers));
    }

    private int status() throws IOException {
        String[] parts = line().split(" ", 3);
        if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("[1-5][0-9]{2}")) {
            throw new IOException("%s does not speak HTTP/1.1".formatted(call.host()));
        }
        return Integer.parseInt(parts[1]);
    }

    private Map<String, List<String>> headers() throws IOException {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new IOException("%s sent a header without a name".formatted(call.host()));
            }
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return headers;
    }

    private byte[] body(int status, Map<String, List<String>> headers) throws IOException {
        if (call.method().equals("HEAD") || status == 204 || status == 304) {
            return new byte[0];
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        List<String> encodings = headers.getOrDefault("transfer-encoding", List.of());
        List<String> lengths = headers.getOrDefault("content-length", List.of());
        if (!encodings.isEmpty()) {
            if (!encodings.equals(List.of("chunked"))) {
                throw new IOException("%s sent a body that is encoded as %s".formatted(call.host(), encodings));
            }
            readChunks(body);
        } else if (!lengths.isEmpty()) {
            readExactly(number(lengths.get(0), 10), body);
        } else {
            readToEnd(body);
        }
        return body.toByteArray();
    }

    private void readChunks(ByteArrayOutputStream body) throws IOException {
        for (long size = chunkSize(); size > 0; size = chunkSize()) {
            readExactly(size, body);
            if (!line().isEmpty()) {
                throw new IOException("%s sent a broken chunk".formatted(call.host()));
            }
        }
        headers();
    }

    private long chunkSize() throws IOException {
        // What lies between chunks is bounded by them: the limit of the head is for each.
        headLeft = LARGEST_HEAD;
        return number(line().split(";", 2)[0].strip(), 16);
    }

    private void readExactly(long length, ByteArrayOutputStream body) throws IOException {
        checkSize(body.size() + length);
        byte[] bytes = in.readNBytes((int) length);
        if (bytes.length < length) {
            throw new EOFException("%s broke off in the middle of its answer".formatted(call.host()));
        }
        body.writeBytes(bytes);
    }

    private void readToEnd(ByteArrayOutputStream body) throws IOException {
        byte[] bytes = in.readNBytes(call.limits().body() + 1);
        checkSize(bytes.length);
        body.writeBytes(bytes);
    }

    private void checkSize(long size) throws IOException {
        if (size > call.limits().body()) {
            throw new IOException("the answer of %s is larger than %,d bytes"
                    .formatted(call.host(), call.limits().body()));
        }
    }

    private long number(String digits, int radix) throws IOException {
        if (!digits.matches("[0-9a-fA-F]{1,15}")) {
            throw new IOException("%s sent \"%s\" where a length belongs".formatted(call.host(), digits));
        }
        try {
            return Long.parseLong(digits, radix);
        } catch (NumberFormatException e) {
            throw new IOException("%s sent \"%s\" where a length belongs".formatted(call.host(), digits), e);
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("%s broke off in the middle of its answer".formatted(call.host()));
            }
            if (--headLeft < 0) {
                throw new IOException(
                        "the head of the answer of %s is larger than %,d bytes".formatted(call.host(), LARGEST_HEAD));
            }
            line.write(b);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
