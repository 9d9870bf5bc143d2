package dev.baton.spring.dashboard;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code baton.dashboard}.
 *
 * <pre>{@code
 * baton.dashboard.path=/ops/baton
 * baton.dashboard.read-only=false
 * }</pre>
 *
 * @param enabled whether the application has a dashboard
 * @param path its path, below that of the application
 * @param readOnly whether it only shows; otherwise it also triggers, cancels, retries, pauses and approves
 * @param unprotected whether it may be there without Spring Security: everybody who reaches the application reaches it
 */
@ConfigurationProperties("baton.dashboard")
public record BatonDashboardProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("/baton") String path,
        @DefaultValue("true") boolean readOnly,
        @DefaultValue("false") boolean unprotected) {}
