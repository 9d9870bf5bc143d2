package dev.baton.server.resolve;

import dev.baton.error.DidYouMean;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * {@code sql://name?SELECT …}: the first column of each row, from a data source that an administrator registered with
 * that name. The query cannot change anything: it runs in a read-only transaction that is rolled back.
 */
public final class SqlResolver implements Resolver {

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final String PREFIX = "sql://";
    private static final int FETCHED_AT_ONCE = 1_000;

    private final Map<String, DataSource> sources;
    private final Duration longest;

    /** Creates a resolver with the registered data sources, by name. */
    public SqlResolver(Map<String, DataSource> sources) {
        this(sources, LONGEST);
    }

    SqlResolver(Map<String, DataSource> sources, Duration longest) {
        this.sources = new TreeMap<>(sources);
        this.longest = longest;
    }

    @Override
    public Set<String> schemes() {
        return Set.of("sql");
    }

    @Override
    public List<Object> resolve(String uri, ResolveContext context) throws ResolveException {
        int mark = uri.indexOf('?');
        if (mark < 0) {
            throw new ResolveException("\"%s\" holds no query: write sql://name?SELECT …".formatted(uri));
        }
        String name = uri.substring(PREFIX.length(), mark);
        DataSource source = registered(name);
        String query = single(uri.substring(mark + 1), name);
        try (Connection connection = source.getConnection();
                ReadOnly transaction = ReadOnly.begin(connection)) {
            return read(transaction, query, context);
        } catch (SQLException e) {
            throw new ResolveException(
                    "the query on the data source \"%s\" failed: %s".formatted(name, e.getMessage()), e);
        }
    }

    private DataSource registered(String name) throws ResolveException {
        DataSource source = sources.get(name);
        if (source == null) {
            // The text in place of the name may be a connection string with a password.
            boolean isName = name.matches("[A-Za-z0-9._-]{1,128}");
            throw new ResolveException(
                    isName
                            ? "no data source is registered as \"%s\". Add [datasources.%s] to the configuration.%s"
                                    .formatted(name, name, DidYouMean.sentence(name, sources.keySet()))
                            : "sql:// takes the name of a data source that is registered in the configuration, and nothing else");
        }
        return source;
    }

    /** A second statement could end the read-only transaction. */
    private static String single(String text, String name) throws ResolveException {
        String query = text.strip();
        query = query.endsWith(";") ? query.substring(0, query.length() - 1).strip() : query;
        if (query.isEmpty() || query.contains(";")) {
            throw new ResolveException(
                    "the query on the data source \"%s\" must be one statement, without a semicolon in it"
                            .formatted(name));
        }
        return query;
    }

    private List<Object> read(ReadOnly transaction, String query, ResolveContext context)
            throws SQLException, ResolveException {
        try (PreparedStatement statement = transaction.prepare(query);
                Deadline deadline = Deadline.of(statement, longest)) {
            statement.setMaxRows(context.mostRead());
            statement.setFetchSize(Math.min(context.mostRead(), FETCHED_AT_ONCE));
            List<Object> items = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (!context.isEnough(items.size()) && row.next()) {
                    items.add(item(row, items.size() + 1));
                }
            } catch (SQLException e) {
                throw deadline.hasPassed()
                        ? new SQLException("it took longer than %d s".formatted(longest.toSeconds()), e)
                        : e;
            }
            return items;
        }
    }

    private static Object item(ResultSet row, int number) throws SQLException, ResolveException {
        Object value = row.getObject(1);
        if (value instanceof Number || value instanceof Boolean) {
            return value;
        }
        String text = row.getString(1);
        if (text == null) {
            throw new ResolveException("row %d of the query has null in its first column".formatted(number));
        }
        return text;
    }
}
