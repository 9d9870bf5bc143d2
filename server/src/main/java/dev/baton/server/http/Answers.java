package dev.baton.server.http;

import io.javalin.http.Context;

/** Sends answers, with the secrets of the configuration masked. */
final class Answers {

    private final Masks masks;

    Answers(Masks masks) {
        this.masks = masks;
    }

    /** Sends an answer immediately. */
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

    /** Sends a problem. */
    void problem(Context context, ProblemException failure) {
        failure.headers().forEach(context::header);
        context.status(failure.status())
                .contentType(Problem.MEDIA_TYPE)
                .result(masks.write(Problems.problem(failure, context.path())));
    }
}
