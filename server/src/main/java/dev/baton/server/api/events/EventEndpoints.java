package dev.baton.server.api.events;

import dev.baton.error.DidYouMean;
import dev.baton.server.event.EventFilter;
import dev.baton.server.event.EventHub;
import dev.baton.server.event.EventSubscription;
import dev.baton.server.event.EventType;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The endpoint for live events, as server-sent events. */
public final class EventEndpoints {

    private static final Parameter<String> TYPE = new Parameter<>(
            "type",
            "Only events whose type has this prefix: run. or execution.finished. The types are "
                    + String.join(", ", EventType.words()) + ".",
            Map.of("type", "string"),
            EventEndpoints::type,
            true);
    private static final Parameter<String> NAME =
            Parameter.text("name", "Only events about this job or workflow, and its steps.");
    private static final Parameter<UUID> EXECUTION = Parameter.id("execution", "Only events about this execution.");

    private final EventHub hub;

    /** Creates the endpoint of an event hub. */
    public EventEndpoints(EventHub hub) {
        this.hub = hub;
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/events", Access.VIEWER, this::follow)
                .operation("events")
                .about(
                        "Follow live events",
                        "Sends server-sent events, from now on or after the event that Last-Event-ID names."
                                + " An event \"reset\" means that some were missed: the client should reload what it shows.")
                .query(TYPE, NAME, EXECUTION)
                .header("Last-Event-ID", "The id of the last event that the client has seen.")
                .givesMedia("text/event-stream"));
    }

    /** Refuses unknown event types, for which a client would wait forever. */
    private static String type(String text) {
        List<String> known = EventType.words();
        if (text.isEmpty() || known.stream().noneMatch(word -> word.startsWith(text))) {
            throw new IllegalArgumentException("no type of events begins with \"" + text + "\"; they are "
                    + String.join(", ", known) + DidYouMean.nextSentence(text, known));
        }
        return text;
    }

    private Response follow(Request request) {
        UUID execution = request.queryOrNull(EXECUTION);
        EventFilter filter = new EventFilter(
                request.queryAll(TYPE), request.queryOrNull(NAME), execution == null ? null : execution.toString());
        String lastSeen = request.header("Last-Event-ID").orElse(null);
        return Response.stream(stream -> {
            EventSubscription subscription = hub.subscribe(filter, lastSeen);
            stream.onClose(subscription::close);
            EventFeed feed = new EventFeed(subscription, stream);
            stream.onDrained(feed::send);
            subscription.onNews(feed::send);
        });
    }
}
