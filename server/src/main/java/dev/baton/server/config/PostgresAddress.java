package dev.baton.server.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Converts the addresses that hosting platforms provide to JDBC URLs: {@code postgres://user:password@host/database}.
 */
final class PostgresAddress {

    private PostgresAddress() {}

    static Optional<String> toJdbc(String address) {
        try {
            URI uri = new URI(address);
            if (uri.getHost() == null) {
                return Optional.empty();
            }
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            List<String> options = new ArrayList<>();
            if (uri.getUserInfo() != null) {
                String[] userAndPassword = uri.getUserInfo().split(":", 2);
                options.add("user=" + encoded(userAndPassword[0]));
                if (userAndPassword.length == 2) {
                    options.add("password=" + encoded(userAndPassword[1]));
                }
            }
            if (uri.getRawQuery() != null) {
                options.add(uri.getRawQuery());
            }
            String query = options.isEmpty() ? "" : "?" + String.join("&", options);
            return Optional.of("jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + query);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
