package dev.baton.server.http;

import io.javalin.http.Context;

/** Sends answers, with the secrets of the configuration masked. */
final class Answers {

    private final Masks masks;
    private final String base;

    /** Answers of a server of its own. */
    Answers(Masks masks) {
        this(masks, "");
    }

    /**
     * Answers below a path of an application.
     *
     * @param base the path
     */
    Answers(Masks masks, String base) {
        this.masks = masks;
        this.base = base;
    }

    /** Sends an answer immediately. */
    void write(Context context, Response response) {
        context.status(response.status());
        response.headers()
                .forEach((name, value) ->
                        context.header(name, name.equals("Location") && value.startsWith("/") ? base + value : value));
        Response.Content content = response.content();
        if (content instanceof Response.Content.Value json) {
            context.contentType("application/json").result(masks.write(json.value()));
        } else if (content instanceof Response.Content.Text text) {
            context.contentType(text.mediaType()).result(text.text());
        } else if (content instanceof Response.Content.Bytes bytes) {
            context.contentType(bytes.mediaType()).result(bytes.bytes());
        }
    }

    /** Sends a problem. */
    void problem(Context context, ProblemException failure) {
        failure.headers().forEach(context::header);
        context.status(failure.status())
                .contentType(Problem.MEDIA_TYPE)
                .result(masks.write(Problems.problem(failure, context.path())));
    }
}
