package dev.baton.spring.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.mount.DashboardMount;
import dev.baton.spring.BatonAutoConfiguration;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.sqlite.SQLiteDataSource;

/** Applications with the dashboard on their class path, and without Spring Security. */
class BatonDashboardTest {

    @TempDir
    Path directory;

    private WebApplicationContextRunner application() {
        return new WebApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(BatonAutoConfiguration.class, BatonDashboardAutoConfiguration.class))
                .withBean(DataSource.class, () -> {
                    SQLiteDataSource source = new SQLiteDataSource();
                    source.setUrl("jdbc:sqlite:" + directory.resolve("app.db"));
                    return source;
                });
    }

    @Test
    void an_application_whose_dashboard_nobody_guards_does_not_start() {
        application()
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("spring-boot-starter-security")
                        .hasMessageContaining("baton.dashboard.unprotected=true"));
    }

    @Test
    void it_starts_when_it_is_said_that_something_else_guards_it() {
        application()
                .withPropertyValues("baton.dashboard.unprotected=true", "baton.dashboard.path=/ops/jobs")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(DashboardMount.class);
                    ServletRegistrationBean<?> servlet = context.getBean(ServletRegistrationBean.class);
                    assertThat(List.copyOf(servlet.getUrlMappings()))
                            .containsExactlyInAnyOrder("/ops/jobs", "/ops/jobs/*");
                });
    }

    @Test
    void a_scheduler_in_memory_has_no_dashboard() {
        application()
                .withPropertyValues("baton.dashboard.unprotected=true", "baton.store=memory")
                .run(context -> assertThat(context).getFailure().hasMessageContaining("keeps everything in memory"));
    }

    @Test
    void it_can_be_switched_off() {
        application()
                .withPropertyValues("baton.dashboard.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DashboardMount.class));
    }
}
