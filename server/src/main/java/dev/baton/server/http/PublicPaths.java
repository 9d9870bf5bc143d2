package dev.baton.server.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.regex.Pattern;

/** The paths of public endpoints. */
final class PublicPaths {

    private record PublicPath(String method, Pattern path) {}

    private final List<PublicPath> paths;

    PublicPaths(List<Endpoint> endpoints) {
        paths = endpoints.stream()
                .map(endpoint -> new PublicPath(endpoint.method().name(), pattern(endpoint.path())))
                .toList();
    }

    boolean contain(Context context) {
        String method = context.req().getMethod();
        return paths.stream()
                .anyMatch(known -> known.method.equals(method.equals("HEAD") ? "GET" : method)
                        && known.path.matcher(context.req().getRequestURI()).matches());
    }

    /** Compares the raw path, so that a path in another encoding is not public. */
    private static Pattern pattern(String template) {
        StringBuilder pattern = new StringBuilder();
        for (String segment : template.substring(1).split("/", -1)) {
            pattern.append('/').append(segment.startsWith("{") ? "[A-Za-z0-9._-]+" : Pattern.quote(segment));
        }
        return Pattern.compile(pattern.toString());
    }
}
