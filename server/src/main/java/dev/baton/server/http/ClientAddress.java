package dev.baton.server.http;

import io.javalin.http.Context;
import java.util.regex.Pattern;

/**
 * Where a request comes from: the other end of the connection, unless that is known to be a proxy. Then it is what the
 * proxy saw, which it has put last; what comes before that a client can make up.
 */
record ClientAddress(boolean behindProxy) {

    private static final Pattern ADDRESS = Pattern.compile("[0-9A-Fa-f.:]{2,45}");

    String of(Context context) {
        String forwarded = behindProxy ? context.header("X-Forwarded-For") : null;
        if (forwarded != null) {
            String last = forwarded.substring(forwarded.lastIndexOf(',') + 1).trim();
            if (ADDRESS.matcher(last).matches()) {
                return last;
            }
        }
        return context.ip();
    }
}
