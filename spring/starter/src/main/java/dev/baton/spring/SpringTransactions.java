package dev.baton.spring;

import dev.baton.Submission;
import dev.baton.jdbc.Enqueue;
import dev.baton.spi.CallerTransaction;
import dev.baton.spi.Codec;
import java.sql.Connection;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Finds the transaction that Spring has open on Baton's data source for the calling thread, whether a JDBC or a JPA
 * transaction manager began it. A transaction on another data source is not joined: it could not be committed together.
 */
final class SpringTransactions implements Supplier<@Nullable CallerTransaction> {

    private final DataSource dataSource;
    private final Codec codec;

    SpringTransactions(DataSource dataSource, Codec codec) {
        this.codec = codec;
        this.dataSource = unwrapped(dataSource);
    }

    /** The data source as transaction managers know it. */
    static DataSource unwrapped(DataSource dataSource) {
        DataSource target =
                dataSource instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : dataSource;
        return target == null ? dataSource : target;
    }

    @Override
    public @Nullable CallerTransaction get() {
        boolean open = TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder;
        return open ? this::enqueue : null;
    }

    private List<UUID> enqueue(List<Submission> submissions) {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            return Enqueue.in(connection, codec).enqueue(submissions);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }
}
