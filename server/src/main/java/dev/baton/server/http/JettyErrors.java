package dev.baton.server.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** The answers of Jetty to requests that are too malformed to reach the filter. */
final class JettyErrors extends ErrorHandler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus() == 0 ? HttpStatus.INTERNAL_SERVER_ERROR_500 : response.getStatus();
        SecurityHeaders.ALL.forEach((name, value) -> response.getHeaders().put(name, value));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
        ProblemException failure = ProblemException.of(status, detail(status));
        response.write(true, ByteBuffer.wrap(Json.write(Problems.problem(failure, null))), callback);
        return true;
    }

    private static String detail(int status) {
        return switch (status) {
            case 408 -> "the request took too long";
            case 414 -> "the address is too long";
            case 431 -> "the headers are larger than " + Limits.HEADER_BYTES + " bytes";
            default -> status >= 500 ? "an error occurred in the server" : "the request is malformed";
        };
    }
}
