package dev.baton.spring;

import dev.baton.Interceptor;
import dev.baton.jdbc.Stores;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * Lets a body run in the transaction that records the end of its run, as Spring's transaction of its thread: {@code
 * JdbcTemplate}, {@code JdbcClient} and methods with {@code @Transactional} take part in it. Whether it commits is
 * known only after the body has returned, so synchronizations are told that the outcome is unknown.
 */
final class RunTransactions implements Interceptor {

    private final DataSource dataSource;

    RunTransactions(DataSource dataSource) {
        this.dataSource = SpringTransactions.unwrapped(dataSource);
    }

    @Override
    public @Nullable Object around(Call call) throws Exception {
        ConnectionHolder holder = new ConnectionHolder(Stores.connection(call.context()), true);
        holder.setSynchronizedWithTransaction(true);
        TransactionSynchronizationManager.bindResource(dataSource, holder);
        TransactionSynchronizationManager.initSynchronization();
        TransactionSynchronizationManager.setActualTransactionActive(true);
        TransactionSynchronizationManager.setCurrentTransactionName(
                call.context().jobName());
        try {
            Object result = call.proceed();
            TransactionSynchronizationUtils.triggerBeforeCommit(false);
            if (holder.isRollbackOnly()) {
                throw new UnexpectedRollbackException(call.context().jobName()
                        + " takes part in the transaction of its run, which a method that it called has marked to be"
                        + " rolled back");
            }
            return result;
        } finally {
            end();
        }
    }

    private void end() {
        List<TransactionSynchronization> synchronizations = TransactionSynchronizationManager.getSynchronizations();
        try {
            TransactionSynchronizationUtils.triggerBeforeCompletion();
        } finally {
            TransactionSynchronizationManager.clear();
            TransactionSynchronizationManager.unbindResourceIfPossible(dataSource);
            TransactionSynchronizationUtils.invokeAfterCompletion(
                    synchronizations, TransactionSynchronization.STATUS_UNKNOWN);
        }
    }
}
