package dev.baton.server.http;

import dev.baton.error.DidYouMean;
import dev.baton.server.http.Authenticator.Known;
import dev.baton.server.security.Access;
import dev.baton.server.security.Actor;
import dev.baton.server.security.SameSite;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Wraps the handler of every endpoint: access, validation and audit. */
final class Route implements Handler {

    private static final byte[] NO_BODY = new byte[0];
    private static final int LONGEST_OF_STRANGERS = 64 * 1024;

    private final Endpoint endpoint;
    private final HttpSettings settings;
    private final Auditor auditor;
    private final EventStreams streams;
    private final Answers answers;
    private final BodyBudget budget;
    private final BiFunction<Endpoint, Actor, String> refusal;

    /**
     * The services that all routes share.
     *
     * @param answers sends answers
     * @param budget the memory for bodies
     * @param refusal words the answer to a client whose role does not allow a request
     */
    record Answering(Answers answers, BodyBudget budget, BiFunction<Endpoint, Actor, String> refusal) {

        /** Answering for a server of its own, whose clients have tokens. */
        Answering(Answers answers, BodyBudget budget) {
            this(
                    answers,
                    budget,
                    (endpoint, actor) -> "this needs the role " + endpoint.access() + ", and the token \""
                            + actor.name() + "\" has the role " + actor.role());
        }
    }

    private final ClientAddress addresses;

    Route(Endpoint endpoint, HttpSettings settings, Auditor auditor, EventStreams streams, Answering answering) {
        this.answers = answering.answers;
        this.budget = answering.budget;
        this.refusal = answering.refusal;
        this.endpoint = endpoint;
        this.settings = settings;
        this.auditor = auditor;
        this.streams = streams;
        this.addresses = new ClientAddress(settings.behindTlsProxy());
    }

    @Override
    public void handle(Context context) throws Exception {
        Known known = authorize(context);
        checkParameters(context);
        Actor actor = known == null ? null : known.actor();
        if (endpoint.signature().body() != null) {
            checkContentType(context);
            context.future(() -> serveBody(context, actor));
            return;
        }
        Request request = new Request(context, actor, NO_BODY, addresses);
        if (endpoint.signature().effect() == Effect.NONE) {
            answer(request);
        } else {
            context.future(() -> serve(request));
        }
    }

    /** Answers a request that only reads, on the thread of the request if possible. */
    private void answer(Request request) throws Exception {
        Response response = endpoint.handler().handle(request);
        if (response.content() instanceof Response.Content.Events && isHead(request.context())) {
            answers.write(request.context(), Response.text("text/event-stream", ""));
        } else if (response.isImmediate()) {
            answers.write(request.context(), response);
        } else {
            request.context().future(() -> finish(request, response));
        }
    }

    private static boolean isHead(Context context) {
        return context.req().getMethod().equals("HEAD");
    }

    private @Nullable Known authorize(Context context) {
        Known known = AccessFilter.known(context).orElse(null);
        if (endpoint.access() == Access.PUBLIC) {
            return known;
        }
        if (known == null) {
            throw ProblemException.unauthorized("a token is needed");
        }
        if (!endpoint.access().allows(known.actor().role())) {
            auditor.noteRefusal(endpoint, context, known.actor(), addresses.of(context));
            throw ProblemException.forbidden(refusal.apply(endpoint, known.actor()));
        }
        if (known.byCookie() && endpoint.signature().effect() != Effect.NONE) {
            new SameSite(
                            context.header(SameSite.HEADER),
                            context.header("Origin"),
                            context.header("Sec-Fetch-Site"),
                            context.header("Host"),
                            settings.isSecure() || context.req().isSecure())
                    .objection()
                    .ifPresent(objection -> {
                        throw ProblemException.forbidden(objection);
                    });
        }
        return known;
    }

    private void checkParameters(Context context) {
        context.pathParamMap().forEach((name, value) -> {
            try {
                Parameter.name(value);
            } catch (IllegalArgumentException wrong) {
                throw ProblemException.badParameter(name, String.valueOf(wrong.getMessage()));
            }
        });
        List<String> known =
                endpoint.signature().query().stream().map(Parameter::name).toList();
        for (String name : context.queryParamMap().keySet()) {
            if (!known.contains(name) && !known.contains(Parameter.ANYTHING.name())) {
                throw ProblemException.badParameter(
                        name,
                        (known.isEmpty()
                                        ? "this address has no query parameters"
                                        : "unknown parameter; this address has " + String.join(", ", known))
                                + DidYouMean.nextSentence(name, known));
            }
        }
    }

    private void checkContentType(Context context) {
        String type = Request.bareType(context.contentType());
        boolean hasBody = context.req().getContentLengthLong() > 0 || context.header("Transfer-Encoding") != null;
        List<String> texts = endpoint.signature().besides().texts();
        if (hasBody && !type.equals("application/json") && !texts.contains(type)) {
            String others = texts.isEmpty() ? "" : ", or one of " + String.join(", ", texts);
            throw ProblemException.of(415, "the body must be JSON, with Content-Type: application/json" + others);
        }
    }

    private CompletableFuture<@Nullable Void> serveBody(Context context, @Nullable Actor actor) {
        String caller = actor == null ? addresses.of(context) : actor.token().toString();
        // Public endpoints have no long bodies.
        int most = actor == null
                ? Math.min(LONGEST_OF_STRANGERS, settings.limits().body())
                : settings.limits().body();
        BodyReader reader;
        try {
            reader = new BodyReader(context.req().getInputStream(), most, bytes -> budget.take(caller, bytes));
        } catch (IOException gone) {
            return CompletableFuture.failedFuture(ProblemException.badRequest("the body cannot be read"));
        }
        return body(reader)
                .thenCompose(body -> serve(new Request(context, actor, body, addresses)))
                .whenComplete((done, failure) -> budget.give(caller, reader.taken()));
    }

    private CompletableFuture<byte[]> body(BodyReader reader) {
        Duration patience = settings.limits().patience();
        return reader.read(patience)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        failure instanceof TimeoutException
                                ? ProblemException.of(408, "the body took longer than " + patience.toSeconds() + " s")
                                        .header("Connection", "close")
                                : failure));
    }

    private CompletableFuture<@Nullable Void> serve(Request request) {
        Response response;
        try {
            response = endpoint.handler().handle(request);
        } catch (Exception failure) {
            return fail(request, failure);
        }
        return finish(request, response);
    }

    private CompletableFuture<@Nullable Void> finish(Request request, Response response) {
        if (response.content() instanceof Response.Content.Later later) {
            return later.response()
                    .toCompletableFuture()
                    .exceptionallyCompose(failure -> fail(request, failure))
                    .thenCompose(result -> finish(request, result));
        }
        CompletableFuture<@Nullable Void> noted = auditor.note(endpoint, request, response.status());
        if (response.content() instanceof Response.Content.Events events) {
            return noted.thenCompose(
                    then -> streams.open(request.context(), events.subscriber(), permission(request.context())));
        }
        return noted.thenRun(() -> answers.write(request.context(), response));
    }

    /** Whether the client of a stream may still read it. */
    private BooleanSupplier permission(Context context) {
        Known known = AccessFilter.known(context).orElse(null);
        return known == null
                ? () -> true
                : () -> known.now()
                        .filter(actor -> endpoint.access().allows(actor.role()))
                        .isPresent();
    }

    private <T extends @Nullable Object> CompletableFuture<T> fail(Request request, Throwable failure) {
        ProblemException problem = Problems.of(failure);
        return auditor.note(endpoint, request, problem.status())
                .thenCompose(noted -> CompletableFuture.failedFuture(problem));
    }
}
