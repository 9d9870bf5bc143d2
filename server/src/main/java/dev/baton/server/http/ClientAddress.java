package dev.baton.server.http;

import io.javalin.http.Context;
import java.util.regex.Pattern;

/**
 * The client's address: the other end of the connection, unless that is a known proxy. Then it is the last entry of the
 * forwarding header, which the proxy added; a client can forge the entries before it.
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
