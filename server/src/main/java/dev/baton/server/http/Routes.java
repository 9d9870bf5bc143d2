package dev.baton.server.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The routes of a table of endpoints, on a server of its own or in the servlet of an application.
 *
 * @param settings the limits for clients
 * @param auditor writes audit rows
 * @param streams the open event streams
 * @param answering sends answers
 */
record Routes(HttpSettings settings, Auditor auditor, EventStreams streams, Route.Answering answering) {

    /** The endpoints with the one that describes them all. */
    static List<Endpoint> table(List<Endpoint> endpoints) {
        List<Endpoint> table = new ArrayList<>(endpoints);
        table.add(OpenApi.endpoint(List.copyOf(endpoints)));
        Set<String> names = new HashSet<>();
        for (Endpoint endpoint : table) {
            if (!names.add(endpoint.about().operation())) {
                throw new IllegalArgumentException("two endpoints are called "
                        + endpoint.about().operation() + "; " + endpoint + " needs another name, by operation(…)");
            }
        }
        return table;
    }

    /** Sets how paths are matched, and that nothing but the endpoints answers. */
    static void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.prefer405over404 = true;
        config.http.asyncTimeout = 0;
        config.router.ignoreTrailingSlashes = false;
    }

    void add(JavalinConfig config, List<Endpoint> table) {
        Answers answers = answering.answers();
        // Javalin's default answer to this exception is not a problem document.
        config.routes.exception(
                HttpResponseException.class, (failure, context) -> answers.problem(context, Problems.of(failure)));
        config.routes.exception(Exception.class, (failure, context) -> answers.problem(context, Problems.of(failure)));
        for (Endpoint endpoint : table) {
            Route route = new Route(endpoint, settings, auditor, streams, answering);
            config.routes.addHttpHandler(
                    HandlerType.findOrCreate(endpoint.method().name()), endpoint.path(), route);
            if (endpoint.method() == Method.GET) {
                // Javalin's default answer to HEAD ignores roles.
                config.routes.addHttpHandler(HandlerType.HEAD, endpoint.path(), route);
            }
        }
    }
}
