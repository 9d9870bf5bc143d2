package dev.baton.server.http;

import io.javalin.http.Context;

/** Puts answers on the wire, without the secrets of the configuration. */
final class Answers {

    private final Masks masks;

    Answers(Masks masks) {
        this.masks = masks;
    }

    /** Answers at once. */
    void write(Context context, Response response) {
        context.status(response.status());
        response.headers().forEach(context::header);
        Response.Content content = response.content();
        if (content instanceof Response.Content.Value json) {
            context.contentType("application/json").result(masks.write(json.value()));
        } else if (content instanceof Response.Content.Text text) {
            context.contentType(text.mediaType()).result(text.text());
        } else if (content instanceof Response.Content.Bytes bytes) {
            context.contentType(bytes.mediaType()).result(bytes.bytes());
        }
    }

    /** Answers with a problem. */
    void problem(Context context, ProblemException failure) {
        failure.headers().forEach(context::header);
        context.status(failure.status())
                .contentType(Problem.MEDIA_TYPE)
                .result(masks.write(Problems.problem(failure, context.path())));
    }
}
