package dev.baton.server.config;

import dev.baton.policy.Limit;
import dev.baton.server.spec.Rate;
import dev.baton.server.spec.SpecReader;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Tables;
import dev.baton.server.spec.document.Types;
import java.util.List;
import java.util.Map;

/** The sections of a configuration file. */
final class RootKeys {

    private static final Key<Integer> QUEUE_LIMIT = Key.of(
            "limit",
            Types.integer(1, Integer.MAX_VALUE),
            "How many of its runs may run at a time; any number when left out.");
    private static final Key<Rate> QUEUE_RATE =
            Key.of("rate", Rate.TYPE, "How many of its runs may start in a period; any number when left out.");
    private static final Section QUEUE_SECTION =
            new Section("[queues.NAME]", "A queue in which runs wait for workers.", List.of(QUEUE_LIMIT, QUEUE_RATE));

    private static final Key<String> DATASOURCE_URL = Key.of(
            "url",
            Types.matching(
                    "JDBC url",
                    "a JDBC url of PostgreSQL or SQLite such as \"jdbc:postgresql://host/database\"",
                    "jdbc:(postgresql|sqlite):.+"),
            "The database's JDBC url: PostgreSQL or SQLite.");
    private static final Key<String> DATASOURCE_USER = Key.of("user", Types.TEXT, "The user.");
    private static final Key<String> DATASOURCE_PASSWORD = Key.of("password", Types.TEXT, "The password.");
    private static final Section DATASOURCE_SECTION = new Section(
            "[datasources.NAME]",
            "A database that `inputs_from = \"sql://NAME?SELECT …\"` may ask.",
            List.of(DATASOURCE_URL, DATASOURCE_USER, DATASOURCE_PASSWORD));

    static final Key<Table> SERVER = Key.of("server", Tables.one(ServerKeys.SECTION), "The server's own settings.");
    static final Key<Table> STORAGE =
            Key.of("storage", Tables.one(StorageKeys.SECTION), "The database, and how long data is kept.");
    static final Key<Table> WORKER = Key.of("worker", Tables.one(WorkerKeys.SECTION), "The worker inside the server.");
    static final Key<Map<String, Table>> QUEUES = Key.of("queues", Tables.named(QUEUE_SECTION), "Queues, by name.");
    static final Key<Map<String, Table>> DATASOURCES = Key.of(
            "datasources",
            Tables.named(DATASOURCE_SECTION),
            "Databases that fan-outs may read their items from, by name.");
    static final Key<Map<String, Table>> CALENDARS =
            Key.of("calendars", Tables.named(CalendarKeys.SECTION), "Calendars, by name.");
    static final Key<Map<String, Table>> NOTIFICATIONS =
            Key.of("notifications", Tables.named(NotificationKeys.SECTION), "Notifications, by name.");
    static final Key<Map<String, String>> SECRETS = Key.of(
                    "secrets",
                    Types.map(Types.NON_EMPTY),
                    "Values that jobs get by name, and that Baton masks wherever they appear; usually `${VARIABLE}`.")
            .otherwise(Map.of());

    static final Section SECTION = new Section(
            "baton.toml",
            "The configuration of a server.",
            List.of(
                    SERVER,
                    STORAGE,
                    WORKER,
                    QUEUES,
                    DATASOURCES,
                    CALENDARS,
                    NOTIFICATIONS,
                    SECRETS,
                    SpecReader.JOBS,
                    SpecReader.WORKFLOWS));

    private RootKeys() {}

    static Limit queue(Table table) {
        Integer most = table.find(QUEUE_LIMIT);
        Rate rate = table.find(QUEUE_RATE);
        Limit limit = most == null ? Limit.none() : Limit.concurrency(most);
        return rate == null ? limit : limit.withRate(rate.count(), rate.per());
    }

    static DatasourceSettings datasource(Table table) {
        return new DatasourceSettings(
                table.require(DATASOURCE_URL, ""), table.find(DATASOURCE_USER), table.find(DATASOURCE_PASSWORD));
    }
}
