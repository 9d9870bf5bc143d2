package dev.baton.server.http;

import dev.baton.server.security.Access;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The login page, to which the dashboard redirects. */
public final class SignInPage {

    static final String PATH = "/signin";

    private SignInPage() {}

    /** The endpoints. The page reveals nothing about the server, because it is public. */
    public static List<Endpoint> endpoints() {
        return List.of(
                page(PATH, "signin.html", "text/html")
                        .operation("pages.signin")
                        .about(
                                "Sign a browser in",
                                "The login page. The token may follow the #, which browsers do not send."),
                page(PATH + ".js", "signin.js", "text/javascript")
                        .operation("pages.signin_script")
                        .about("The script of that page", ""),
                page(PATH + ".css", "signin.css", "text/css")
                        .operation("pages.signin_style")
                        .about("The style of that page", ""));
    }

    private static Endpoint page(String path, String resource, String mediaType) {
        String text = read(resource);
        String type = mediaType + "; charset=utf-8";
        return Endpoint.get(path, Access.PUBLIC, request -> Response.text(type, text))
                .query(Parameter.ANYTHING)
                .tags("pages")
                .givesMedia(mediaType);
    }

    private static String read(String resource) {
        try (InputStream in =
                Objects.requireNonNull(SignInPage.class.getResourceAsStream("signin/" + resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
