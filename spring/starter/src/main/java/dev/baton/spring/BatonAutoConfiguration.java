package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.Interceptor;
import dev.baton.Listener;
import dev.baton.jdbc.JsonCodec;
import dev.baton.policy.Retention;
import dev.baton.spi.Codec;
import dev.baton.spi.Store;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * The application's scheduler, on its data source, with its jobs and workflows.
 *
 * <pre>{@code
 * spring.datasource.url=jdbc:postgresql://localhost/shop
 * baton.zone=Europe/Berlin
 * }</pre>
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration"
        })
@ConditionalOnProperty(prefix = "baton", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(BatonProperties.class)
@ImportRuntimeHints(BatonHints.class)
public class BatonAutoConfiguration {

    /** Chooses the store. */
    @Bean
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    BatonStore batonStore(
            BatonProperties properties,
            @BatonDataSource ObjectProvider<DataSource> marked,
            ObjectProvider<DataSource> dataSources,
            ObjectProvider<Codec> codecs) {
        if (properties.store() == BatonProperties.StoreKind.MEMORY) {
            return BatonStore.inMemory();
        }
        DataSource dataSource = marked.getIfAvailable();
        dataSource = dataSource == null ? dataSources.getIfUnique() : dataSource;
        if (dataSource != null) {
            return BatonStore.on(dataSource, codecs.getIfAvailable(JsonCodec::standard));
        }
        long candidates = dataSources.stream().count();
        if (candidates > 0) {
            throw new IllegalStateException("the application has " + candidates
                    + " DataSources: mark the one for Baton with @BatonDataSource, or set baton.store=memory");
        }
        if (properties.store() == BatonProperties.StoreKind.DATABASE) {
            throw new IllegalStateException("baton.store=database, but the application has no DataSource");
        }
        return BatonStore.inMemory();
    }

    /** Makes the scheduler; {@link BatonLifecycle} starts it. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    Baton baton(
            BatonProperties properties,
            BatonStore store,
            ObjectProvider<Interceptor> interceptors,
            ObjectProvider<Listener> listeners,
            ObjectProvider<BatonCustomizer> customizers) {
        BatonProperties.Keep keep = properties.retention();
        Retention retention = Retention.count(keep.count()).withTotal(keep.total());
        Baton.Builder settings = Baton.builder()
                .zone(properties.zone())
                .lease(properties.lease())
                .stopGrace(properties.stopGrace())
                .closeGrace(properties.drain())
                .retention(keep.age() == null ? retention : retention.withAge(keep.age()));
        Store kept = store.store();
        settings = kept == null ? settings : settings.store(kept);
        settings = properties.workers() != 0 ? settings.workers(properties.workers()) : settings;
        if (!properties.queues().isEmpty()) {
            settings = settings.queues(properties.queues().toArray(String[]::new));
        }
        if (!properties.labels().isEmpty()) {
            settings = settings.labels(properties.labels().toArray(String[]::new));
        }
        for (Interceptor interceptor : interceptors.orderedStream().toList()) {
            settings = settings.intercept(interceptor);
        }
        for (Listener listener : listeners.orderedStream().toList()) {
            settings = settings.listen(listener);
        }
        for (BatonCustomizer customizer : customizers.orderedStream().toList()) {
            settings = customizer.customize(settings);
        }
        return settings.build();
    }

    @Bean
    @ConditionalOnMissingBean
    BatonLifecycle batonLifecycle(Baton baton, BatonProperties properties) {
        return new BatonLifecycle(baton, properties.start(), properties.drain());
    }

    /** Registers the application's jobs and workflows. */
    @Configuration(proxyBeanMethods = false)
    static class Registration {

        @Bean
        AnnotatedBeans batonAnnotatedBeans(
                Baton baton,
                BatonProperties properties,
                ConfigurableListableBeanFactory beans,
                ObjectProvider<BodyTransactions> transactions,
                ObjectProvider<Codec> codecs) {
            BodyTransactions known = transactions.getIfAvailable();
            JsonCodec codec = codecs.getIfAvailable() instanceof JsonCodec json ? json : JsonCodec.standard();
            return new AnnotatedBeans(
                    baton, beans, properties.crons(), known == null ? null : known.interceptor(), codec);
        }
    }

    /** Wraps bodies that write in the transaction of their run; null without a database. */
    record BodyTransactions(@Nullable Interceptor interceptor) {}

    /** Joins Spring's transactions. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(DataSourceUtils.class)
    static class Transactions {

        @Bean
        @ConditionalOnProperty(prefix = "baton", name = "join-transactions", matchIfMissing = true)
        BatonCustomizer batonTransactions(BatonStore store) {
            DataSource dataSource = store.dataSource();
            Store kept = store.store();
            return settings -> dataSource == null || kept == null
                    ? settings
                    : settings.join(new SpringTransactions(dataSource, kept.codec()));
        }

        @Bean
        BodyTransactions batonBodyTransactions(BatonStore store) {
            DataSource dataSource = store.dataSource();
            return new BodyTransactions(dataSource == null ? null : new RunTransactions(dataSource));
        }
    }
}
