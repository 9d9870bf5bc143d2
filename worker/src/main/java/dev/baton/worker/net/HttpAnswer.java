package dev.baton.worker.net;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The response to a request.
 *
 * <pre>{@code
 * if (answer.status() == 200 && answer.isJson()) {
 *     System.out.println(answer.text());
 * }
 * }</pre>
 *
 * @param uri the URI that responded, after redirects
 * @param status 200, 404, …
 * @param headers the headers, by name in lower case
 * @param body the whole body
 */
public record HttpAnswer(URI uri, int status, Map<String, List<String>> headers, byte[] body) {

    private static final Pattern CHARSET = Pattern.compile("charset=\"?([^\";\\s]+)", Pattern.CASE_INSENSITIVE);

    /** The first header of this name. */
    public Optional<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream()
                .findFirst();
    }

    /** Whether the response says that it is JSON. */
    public boolean isJson() {
        String type = header("content-type").orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals("application/json") || type.endsWith("+json");
    }

    /** The body as text, in the character set that the response names, or UTF-8. */
    public String text() {
        Matcher named = CHARSET.matcher(header("content-type").orElse(""));
        return new String(body, named.find() ? charset(named.group(1)) : StandardCharsets.UTF_8);
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return StandardCharsets.UTF_8;
        }
    }
}
