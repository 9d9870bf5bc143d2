package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@link javax.sql.DataSource} that Baton uses, in an application that has several.
 *
 * <pre>{@code
 * @Bean
 * @BatonDataSource
 * DataSource schedulerDatabase(DataSourceProperties properties) {
 *     return properties.initializeDataSourceBuilder().build();
 * }
 * }</pre>
 */
@Documented
@Qualifier @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface BatonDataSource {}
