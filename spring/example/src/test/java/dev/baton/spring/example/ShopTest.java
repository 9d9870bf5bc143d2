package dev.baton.spring.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.TestRestTemplate;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureTestRestTemplate;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The whole application, over HTTP, on a real PostgreSQL. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureTestRestTemplate
class ShopTest {

    private static final EmbeddedPostgres POSTGRES = start();
    private static final String PASSWORD = "only for this test";

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
        properties.add("spring.security.user.password", () -> PASSWORD);
    }

    @Autowired
    private TestRestTemplate http;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void an_order_is_taken_charged_and_shipped() {
        var taken = http.postForEntity("/orders", new Orders.Order(1, "a lamp", new BigDecimal("49.90")), Map.class);
        assertThat(taken.getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Boolean.TRUE.equals(look(1).get("shipped")));
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

    @Test
    void the_dashboard_is_open_to_operators_alone() {
        assertThat(http.getForEntity("/baton/", String.class).getStatusCode()).isEqualTo(HttpStatus.UNAUTHORIZED);
        assertThat(http.getForEntity("/baton/api/v1/executions", String.class).getStatusCode())
                .isEqualTo(HttpStatus.UNAUTHORIZED);
        var page = operator().getForEntity("/baton/", String.class);

        assertThat(page.getStatusCode()).isEqualTo(HttpStatus.OK);
        assertThat(page.getBody()).contains("<baton-app>", "\"/baton/assets/");
        var script = Pattern.compile("src=\"(/baton/assets/[^\"]+/app.js)\"").matcher(page.getBody());
        assertThat(script.find()).isTrue();
        assertThat(operator().getForEntity(script.group(1), String.class).getBody())
                .contains("baton-app");
        assertThat(operator().getForObject("/baton/api/v1/session", String.class))
                .contains("\"name\":\"operator\"", "\"role\":\"viewer\"");
    }

    @Test
    void the_dashboard_shows_what_the_application_registered_and_changes_nothing() {
        var taken = http.postForEntity("/orders", new Orders.Order(3, "a desk", new BigDecimal("250")), Map.class);
        assertThat(taken.getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Boolean.TRUE.equals(look(3).get("shipped")));

        assertThat(operator().getForObject("/baton/api/v1/workflows/order/graph", String.class))
                .contains("charge", "ship", "apologise");
        assertThat(operator().getForObject("/baton/api/v1/jobs/report", String.class))
                .contains("\"source\":\"program\"", "Europe/Berlin");
        assertThat(operator().getForObject("/baton/api/v1/executions?name=order", String.class))
                .contains("\"status\":\"success\"");
        HttpHeaders ownPage = ownPage();
        var refused = operator()
                .exchange(
                        "/baton/api/v1/jobs/report/trigger",
                        HttpMethod.POST,
                        new HttpEntity<>("{}", ownPage),
                        String.class);
        assertThat(refused.getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
        assertThat(refused.getBody()).contains("baton.dashboard.read-only=false");
    }

    /** What the pages of the dashboard send with a change, the token of Spring Security's cookie included. */
    private HttpHeaders ownPage() {
        var answer = operator().getForEntity("/baton/api/v1/session", String.class);
        String cookie = answer.getHeaders().getFirst(HttpHeaders.SET_COOKIE);
        assertThat(cookie).startsWith("XSRF-TOKEN=");
        String token = cookie.substring("XSRF-TOKEN=".length(), cookie.indexOf(';'));
        HttpHeaders headers = new HttpHeaders();
        headers.set("X-Baton-CSRF", "1");
        headers.set("Sec-Fetch-Site", "same-origin");
        headers.set("X-XSRF-TOKEN", token);
        headers.set(HttpHeaders.COOKIE, "XSRF-TOKEN=" + token);
        headers.setContentType(MediaType.APPLICATION_JSON);
        return headers;
    }

    private TestRestTemplate operator() {
        return http.withBasicAuth("operator", PASSWORD);
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
