package dev.baton.spring;

import dev.baton.Baton;

/**
 * Changes the settings of the application's scheduler, after the properties. Beans of this type are called in their
 * order.
 *
 * <pre>{@code
 * @Bean
 * BatonCustomizer mailLimit() {
 *     return settings -> settings.limit("mail", Limit.concurrency(3));
 * }
 * }</pre>
 */
@FunctionalInterface
public interface BatonCustomizer {

    /** The settings to use, made from those so far. */
    Baton.Builder customize(Baton.Builder settings);
}
