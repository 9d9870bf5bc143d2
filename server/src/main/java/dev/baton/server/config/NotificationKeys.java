package dev.baton.server.config;

import dev.baton.server.config.NotificationSettings.Channel;
import dev.baton.server.config.NotificationSettings.Event;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Type;
import dev.baton.server.spec.document.Types;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The keys of {@code [notifications.NAME]}. */
final class NotificationKeys {

    private enum Kind {
        WEBHOOK,
        SLACK,
        EMAIL
    }

    private static final Type<String> ADDRESS = Types.matching(
            "e-mail address",
            "an e-mail address such as \"ops@example.com\"",
            "[^\\s<>,;\"@\\x00-\\x1f\\x7f]+@[^\\s<>,;\"@\\x00-\\x1f\\x7f]+");

    private static final Key<Kind> TYPE = Key.of("type", Types.choice(Kind.class, '_'), "The type of the destination.")
            .otherwise(Kind.WEBHOOK);
    private static final Key<List<Event>> ON = Key.of(
                    "on", Types.oneOrMore(Types.choice(Event.class, '_')), "The events to report.")
            .otherwise(List.of(Event.FAILURE, Event.RECOVERY));
    private static final Key<String> URL =
            Key.of("url", ServerKeys.URL, "The address of the webhook.").of("webhook", "slack");
    private static final Key<String> SECRET = Key.of(
                    "secret", Types.NON_EMPTY, "The secret that signs the webhook's requests.")
            .of("webhook");
    private static final Key<String> FROM =
            Key.of("from", ADDRESS, "The sender of the e-mail.").of("email");
    private static final Key<List<String>> TO = Key.of("to", Types.oneOrMore(ADDRESS), "The receivers of the e-mail.")
            .of("email");
    private static final Key<String> SMTP_HOST =
            Key.of("smtp_host", Types.NON_EMPTY, "The mail server.").of("email").otherwise("localhost");
    private static final Key<Integer> SMTP_PORT = Key.of("smtp_port", Types.integer(1, 65_535), "Its port.")
            .of("email")
            .otherwise(587);
    private static final Key<String> SMTP_USER = Key.of(
                    "smtp_user", Types.NON_EMPTY, "The user of the mail server; no sign-in when left out.")
            .of("email");
    private static final Key<String> SMTP_PASSWORD =
            Key.of("smtp_password", Types.NON_EMPTY, "The password.").of("email");
    private static final Key<Boolean> SMTP_START_TLS = Key.of("smtp_start_tls", Types.FLAG, "Whether to insist on TLS.")
            .of("email")
            .otherwise(true);

    static final Section SECTION = new Section(
            "[notifications.NAME]",
            "A destination for messages about jobs and workflows, which name it in `notify`.",
            List.of(TYPE, ON, URL, SECRET, FROM, TO, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, SMTP_START_TLS));

    private NotificationKeys() {}

    static NotificationSettings read(Table table) {
        Set<Event> on = EnumSet.noneOf(Event.class);
        on.addAll(table.get(ON));
        return new NotificationSettings(Set.copyOf(on), channel(table));
    }

    private static Channel channel(Table table) {
        return switch (table.get(TYPE)) {
            case WEBHOOK -> new NotificationSettings.Webhook(url(table), table.find(SECRET));
            case SLACK -> new NotificationSettings.Slack(url(table));
            case EMAIL -> new NotificationSettings.Email(table.require(FROM, ""), receivers(table), smtp(table));
        };
    }

    private static String url(Table table) {
        String url = table.require(URL, "");
        try {
            URI.create(url);
        } catch (IllegalArgumentException e) {
            table.problem(URL, "\"url\" is no address: " + e.getMessage() + ".", "");
        }
        return url;
    }

    private static List<String> receivers(Table table) {
        int before = table.problems().list().size();
        List<String> receivers = table.require(TO, List.of());
        if (receivers.isEmpty() && table.problems().list().size() == before) {
            table.problem(TO, "\"to\" is empty.", "Name at least one address.");
        }
        return List.copyOf(receivers);
    }

    private static NotificationSettings.Smtp smtp(Table table) {
        NotificationSettings.Smtp smtp = new NotificationSettings.Smtp(
                table.get(SMTP_HOST),
                table.get(SMTP_PORT),
                table.find(SMTP_USER),
                table.find(SMTP_PASSWORD),
                table.get(SMTP_START_TLS));
        if (table.has(SMTP_USER) != table.has(SMTP_PASSWORD)) {
            table.problem(
                    table.has(SMTP_USER) ? SMTP_USER : SMTP_PASSWORD,
                    "\"smtp_user\" and \"smtp_password\" belong together.",
                    "Give both, or neither.");
        }
        if (table.has(SMTP_USER) && !smtp.isEncrypted()) {
            table.problem(
                    SMTP_START_TLS,
                    "the password would be sent in the clear.",
                    "Remove \"smtp_start_tls\", or use port 465.");
        }
        return smtp;
    }
}
