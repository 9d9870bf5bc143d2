package dev.baton.spring.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.TestRestTemplate;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureTestRestTemplate;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The whole application, over HTTP, on a real PostgreSQL. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureTestRestTemplate
class ShopTest {

    private static final EmbeddedPostgres POSTGRES = start();

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", () -> POSTGRES.getJdbcUrl("postgres", "postgres"));
        properties.add("spring.datasource.username", () -> "postgres");
    }

    @Autowired
    private TestRestTemplate http;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void an_order_is_taken_charged_and_shipped() {
        var taken = http.postForEntity("/orders", new Orders.Order(1, "a lamp", new BigDecimal("49.90")), Map.class);
        assertThat(taken.getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> Boolean.TRUE.equals(look(1).get("shipped")));
        assertThat(look(1).get("receipt").toString()).startsWith("R-");
        assertThat(get("/actuator/baton/order").toString()).contains("status=success", "job=ship");
        assertThat(get("/actuator/health").toString()).contains("baton={details={store=PostgreSQL, definitions=2");
        assertThat(get("/actuator/info").toString()).contains("jobs=1", "workflows=1", "nextFire=");
        assertThat(get("/actuator/metrics/baton.runs").toString()).contains("COUNT");
    }

    @Test
    void an_order_that_is_refused_starts_nothing() {
        var refused = http.postForEntity("/orders", new Orders.Order(2, "air", BigDecimal.ZERO), String.class);
        assertThat(refused.getStatusCode().is5xxServerError()).isTrue();
        assertThat(jdbc.sql("SELECT count(*) FROM customer_order WHERE number = 2")
                        .query(Integer.class)
                        .single())
                .isZero();
        assertThat(jdbc.sql("SELECT count(*) FROM baton_key WHERE key = 'order-2'")
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    @Test
    void the_endpoint_is_read_only() {
        var refused = http.postForEntity("/actuator/baton/report", Map.of("action", "trigger"), String.class);
        assertThat(refused.getStatusCode()).isEqualTo(HttpStatus.METHOD_NOT_ALLOWED);
    }

    private Map<?, ?> look(int number) {
        return get("/orders/" + number);
    }

    private Map<?, ?> get(String path) {
        Map<?, ?> found = http.getForObject(path, Map.class);
        assertThat(found).as(path).isNotNull();
        return found;
    }
}
