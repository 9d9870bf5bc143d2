package dev.baton.server.http;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The operation names of endpoints: {@code jobs.list}, {@code jobs.create}, {@code jobs.show}, {@code jobs.replace},
 * {@code jobs.delete}, {@code jobs.trigger}, {@code jobs.dependencies.list}.
 */
final class Operations {

    private static final String PREFIX = "/api/v1/";

    private Operations() {}

    static String name(Method method, String path) {
        String rest = path.startsWith(PREFIX) ? path.substring(PREFIX.length()) : path.substring(1);
        List<String> segments = Arrays.asList(rest.split("/", -1));
        String words = segments.stream()
                .filter(segment -> !segment.startsWith("{") && !segment.isEmpty())
                .collect(Collectors.joining("."));
        boolean endsInParameter = segments.get(segments.size() - 1).startsWith("{");
        String verb = switch (method) {
            case GET -> endsInParameter ? "show" : "list";
            case POST -> segments.size() == 1 ? "create" : "";
            case PUT -> "replace";
            case PATCH -> "change";
            case DELETE -> "delete";
        };
        if (verb.isEmpty() || !path.startsWith(PREFIX)) {
            return words;
        }
        return words + "." + verb;
    }
}
