package dev.baton.examples.micronaut;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.jdbc.Enqueue;
import dev.baton.jdbc.Stores;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.jdbc.DataSourceResolver;
import io.micronaut.transaction.TransactionOperations;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;

@Factory // Micronaut
class Schedulers {

    @Context
    @Bean(preDestroy = "close")
    Baton baton(
            DataSource dataSource,
            DataSourceResolver resolver,
            TransactionOperations<Connection> transactions,
            List<Job> jobs) {
        Baton baton = Baton.builder()
                .store(Stores.postgres(resolver.resolve(dataSource)))
                .join(() -> transactions.findTransactionStatus().isPresent()
                        ? Enqueue.in(transactions.getConnection())
                        : null)
                .build();
        jobs.forEach(baton::put);
        return baton.start();
    }
}
