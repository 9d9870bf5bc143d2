package dev.baton.server;

import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.NotificationSettings;
import dev.baton.server.notify.Channel;
import dev.baton.server.notify.Channels;
import dev.baton.server.notify.MailServer;
import dev.baton.server.notify.MailServer.Encryption;
import dev.baton.server.notify.NotifyOn;
import dev.baton.server.notify.Target;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The notification channels of the configuration file, and the jobs and workflows that use them. Safe from any thread.
 */
final class ConfiguredChannels implements Channels {

    private volatile Map<String, Channel> channels = Map.of();
    private volatile @Nullable Catalog catalog;

    /** Sets the source of the definitions that use the channels; before this call there are none. */
    void ask(Catalog whoNames) {
        catalog = whoNames;
    }

    /** Switches to another configuration. */
    void use(Configuration configuration) {
        Map<String, Channel> next = new LinkedHashMap<>();
        configuration.named().notifications().forEach((name, settings) -> next.put(name, channel(name, settings)));
        channels = next;
    }

    @Override
    public Optional<Channel> named(String name) {
        return Optional.ofNullable(channels.get(name));
    }

    @Override
    public List<Channel> ofJob(String name) {
        return of(name, Entry.JobEntry.class);
    }

    @Override
    public List<Channel> ofWorkflow(String name) {
        return of(name, Entry.WorkflowEntry.class);
    }

    private List<Channel> of(String name, Class<? extends Entry> type) {
        Catalog known = catalog;
        return known == null
                ? List.of()
                : known
                        .find(name)
                        .filter(type::isInstance)
                        .map(entry -> entry.spec().notifications())
                        .orElse(List.of())
                        .stream()
                        .map(channels::get)
                        .filter(Objects::nonNull)
                        .toList();
    }

    private static Channel channel(String name, NotificationSettings settings) {
        Set<NotifyOn> on = settings.on().stream()
                .map(event -> NotifyOn.valueOf(event.name()))
                .collect(Collectors.toUnmodifiableSet());
        return new Channel(name, on.isEmpty() ? Channel.DEFAULT_ON : on, target(settings.channel()));
    }

    private static Target target(NotificationSettings.Channel channel) {
        if (channel instanceof NotificationSettings.Webhook webhook) {
            return new Target.Webhook(URI.create(webhook.url()), webhook.secret());
        } else if (channel instanceof NotificationSettings.Slack slack) {
            return new Target.Slack(URI.create(slack.url()));
        }
        NotificationSettings.Email email = (NotificationSettings.Email) channel;
        return new Target.Email(server(email.smtp()), email.from(), email.to());
    }

    private static MailServer server(NotificationSettings.Smtp smtp) {
        Encryption encryption = smtp.port() == NotificationSettings.Smtp.TLS_PORT
                ? Encryption.TLS
                : smtp.startTls() ? Encryption.STARTTLS : Encryption.NONE;
        return new MailServer(smtp.host(), smtp.port(), encryption, smtp.user(), smtp.password());
    }
}
