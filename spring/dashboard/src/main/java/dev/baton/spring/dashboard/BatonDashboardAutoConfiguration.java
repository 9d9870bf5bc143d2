package dev.baton.spring.dashboard;

import dev.baton.Baton;
import dev.baton.server.event.EventHub;
import dev.baton.server.mount.DashboardMount;
import dev.baton.server.mount.MountStore;
import dev.baton.spring.BatonAutoConfiguration;
import dev.baton.spring.BatonProperties;
import dev.baton.spring.BatonStore;
import java.util.Objects;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * The dashboard of the application's scheduler, at a path that Spring Security guards.
 *
 * <pre>{@code
 * baton.dashboard.path=/ops/baton
 * baton.dashboard.read-only=false
 * }</pre>
 */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(prefix = "baton.dashboard", name = "enabled", matchIfMissing = true)
@ConditionalOnBean({Baton.class, BatonStore.class})
@EnableConfigurationProperties(BatonDashboardProperties.class)
public class BatonDashboardAutoConfiguration {

    private static final String READ_ONLY = "the dashboard of this application is read-only: to let it make changes,"
            + " set baton.dashboard.read-only=false";

    /** A listener of the scheduler, which is built with it. */
    @Bean(destroyMethod = "close")
    EventHub batonDashboardEvents() {
        return DashboardMount.events();
    }

    /** Made last, so that the dashboard makes no other bean earlier than the application would. */
    @Bean(destroyMethod = "close")
    @Lazy
    DashboardMount batonDashboard(
            Baton baton,
            EventHub events,
            BatonStore store,
            BatonProperties scheduler,
            BatonDashboardProperties properties) {
        DashboardMount.Settings settings = new DashboardMount.Settings(
                properties.path(), scheduler.zone(), properties.readOnly() ? READ_ONLY : null);
        MountStore kept = store.file()
                .map(MountStore::sqlite)
                .orElseGet(() -> MountStore.postgres(Objects.requireNonNull(store.dataSource())));
        return new DashboardMount(baton, events, kept, settings);
    }

    @Bean
    DashboardLifecycle batonDashboardLifecycle(
            ObjectProvider<DashboardMount> dashboard,
            BatonStore store,
            BatonDashboardProperties properties,
            ListableBeanFactory beans) {
        return new DashboardLifecycle(dashboard, store, properties, beans);
    }

    @Bean
    ServletRegistrationBean<DashboardServlet> batonDashboardServlet(
            ObjectProvider<DashboardMount> dashboard, BatonDashboardProperties properties) {
        ServletRegistrationBean<DashboardServlet> registration = new ServletRegistrationBean<>(
                new DashboardServlet(dashboard), properties.path(), properties.path() + "/*");
        registration.setName("batonDashboard");
        registration.setAsyncSupported(true);
        return registration;
    }
}
