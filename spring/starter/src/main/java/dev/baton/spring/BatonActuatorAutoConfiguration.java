package dev.baton.spring;

import dev.baton.Baton;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The scheduler in the application's health, info and endpoints.
 *
 * <pre>{@code
 * management.endpoints.web.exposure.include=health,info,baton
 * }</pre>
 */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnBean({Baton.class, BatonStore.class, BatonLifecycle.class})
public class BatonActuatorAutoConfiguration {

    /** The health of the scheduler. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static class HealthConfiguration {

        @Bean
        @ConditionalOnEnabledHealthIndicator("baton")
        @ConditionalOnMissingBean(name = "batonHealthIndicator")
        HealthIndicator batonHealthIndicator(Baton baton, BatonStore store, BatonLifecycle lifecycle) {
            return new BatonHealthIndicator(baton, store, lifecycle);
        }
    }

    /** The endpoint, and what the info endpoint tells. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class EndpointConfiguration {

        @Bean
        @ConditionalOnAvailableEndpoint(endpoint = BatonEndpoint.class)
        @ConditionalOnMissingBean
        BatonEndpoint batonEndpoint(Baton baton) {
            return new BatonEndpoint(baton);
        }

        @Bean
        InfoContributor batonInfoContributor(Baton baton, BatonStore store) {
            return new BatonInfoContributor(baton, store);
        }
    }
}
