package dev.baton.server.api.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests the endpoints for future fires, backfills and simulations. */
class OutlookApiTest {

    @TempDir
    private Path directory;

    private ApiFixture api;

    @BeforeEach
    void start() {
        api = new ApiFixture(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void fires_to_come_are_listed_over_all_in_the_order_of_time() {
        api.post("/jobs", "{\"id\": \"hourly\", \"schedule\": \"0 * * * *\", \"command\": \"true\"}");
        api.post("/jobs", "{\"id\": \"often\", \"schedule\": \"@every 30m\", \"command\": \"true\"}");
        api.post("/jobs", "{\"id\": \"paused\", \"schedule\": \"0 * * * *\", \"command\": \"true\"}");
        api.post("/jobs", "{\"id\": \"never\", \"command\": \"true\"}");
        api.post("/jobs/paused/pause", "{}");
        List<String> times = new ArrayList<>();
        Set<String> names = new HashSet<>();
        String next = "";
        do {
            JsonNode page = api.get("/fires?limit=20" + next).body();
            page.path("items").forEach(fire -> {
                times.add(fire.path("time").asString());
                names.add(fire.path("name").asString());
            });
            next = page.has("next") ? "&cursor=" + page.path("next").asString() : "";
        } while (!next.isEmpty());
        assertThat(times).hasSizeBetween(71, 73).isSorted();
        assertThat(names).containsExactlyInAnyOrder("hourly", "often");
        assertThat(api.get("/fires?name=hourly").body().path("items")).hasSize(24);
    }

    @Test
    void a_schedule_is_added_listed_fires_and_is_paused_resumed_and_removed() {
        api.post("/jobs", "{\"id\": \"report\", \"command\": \"true\"}");
        for (String tenant : List.of("north", "south", "west")) {
            JsonNode put =
                    api.put("/schedules/" + tenant, """
                            {"job": "report", "schedule": "TZ=Europe/Berlin 0 2 * * *",
                             "parameters": {"tenant": "%s"}, "missed": "run-once"}""".formatted(tenant)).body();
            assertThat(put.path("timezone").asString()).isEqualTo("Europe/Berlin");
            assertThat(put.path("missed").asString()).isEqualTo("run-once");
        }

        JsonNode page = api.get("/schedules?job=report&limit=2").body();
        assertThat(page.path("items").findValuesAsString("name")).containsExactly("north", "south");
        assertThat(page.at("/items/0/parameters/tenant").asString()).isEqualTo("north");
        assertThat(page.at("/items/0/next_fire").asString()).isNotEmpty();
        JsonNode rest = api.get("/schedules?job=report&limit=2&cursor="
                        + page.path("next").asString())
                .body();
        assertThat(rest.path("items").findValuesAsString("name")).containsExactly("west");
        assertThat(api.get("/schedules?job=other").body().path("items")).isEmpty();
        assertThat(api.get("/fires?name=report&limit=3").body().path("items").findValuesAsString("schedule"))
                .containsExactly("north", "south", "west");

        assertThat(api.post("/schedules/south/pause", "{\"reason\": \"moves\"}").status())
                .isEqualTo(204);
        JsonNode paused = api.get("/schedules/south").body();
        assertThat(paused.path("paused").asBoolean()).isTrue();
        assertThat(paused.has("next_fire")).isFalse();
        assertThat(api.post("/schedules/south/resume", "").status()).isEqualTo(204);
        assertThat(api.get("/schedules/south").body().has("next_fire")).isTrue();
        assertThat(api.delete("/schedules/south").status()).isEqualTo(204);
        assertThat(api.delete("/schedules/south").status()).isEqualTo(404);
        assertThat(api.get("/schedules/south").status()).isEqualTo(404);
    }

    @Test
    void a_schedule_that_cannot_be_kept_is_refused_with_the_field_that_is_wrong() {
        api.post("/jobs", "{\"id\": \"report\", \"command\": \"true\"}");
        Map<String, String> wrong = Map.of(
                "{\"job\": \"reprot\", \"schedule\": \"@daily\"}", "/job",
                "{\"job\": \"report\", \"schedule\": \"0 25 * * *\"}", "/schedule",
                "{\"job\": \"report\", \"schedule\": \"@triggered\"}", "/schedule",
                "{\"job\": \"report\", \"schedule\": \"@daily\", \"missed\": \"all\"}", "/missed");
        wrong.forEach((body, field) -> {
            JsonNode answer = api.put("/schedules/one", body).body();
            assertThat(answer.path("status").asInt()).as(body).isEqualTo(400);
            assertThat(answer.at("/errors/0/pointer").asString()).as(body).isEqualTo(field);
        });
        assertThat(api.get("/schedules").body().path("items")).isEmpty();
    }

    @Test
    void fires_far_ahead_are_found_without_going_through_those_before() {
        api.post("/jobs", "{\"id\": \"often\", \"schedule\": \"@every 1s\", \"command\": \"true\"}");
        Instant from = Instant.now().plus(Duration.ofDays(300)).truncatedTo(ChronoUnit.SECONDS);
        JsonNode items = api.get("/fires?from=" + from + "&to=" + from.plusSeconds(5))
                .body()
                .path("items");
        assertThat(items).hasSize(5);
        assertThat(Instant.parse(items.at("/0/time").asString())).isBetween(from, from.plusSeconds(1));
        assertThat(api.get("/fires?to=" + from.plus(Duration.ofDays(300))).status())
                .isEqualTo(400);
        assertThat(api.get("/fires?to=2020-01-01T00:00:00Z").status()).isEqualTo(400);
    }

    @Test
    void a_job_with_a_window_tells_how_its_dependencies_stand() throws Exception {
        api.post("/jobs", "{\"id\": \"good\", \"command\": \"true\"}");
        api.post("/jobs", "{\"id\": \"bad\", \"command\": \"false\"}");
        api.post("/jobs", "{\"id\": \"idle\", \"command\": \"true\"}");
        api.post(
                "/jobs",
                "{\"id\": \"digest\", \"kind\": \"window\", \"depends_on\": [\"good\", \"bad\", \"idle\"],"
                        + " \"command\": \"true\"}");
        api.baton.trigger("good", Map.of()).await(Duration.ofSeconds(60));
        api.baton.trigger("bad", Map.of()).await(Duration.ofSeconds(60));
        JsonNode window = api.get("/jobs/digest").body().path("window");
        assertThat(window.findValuesAsString("status")).containsExactly("success", "failure", "missing");
        assertThat(window.at("/0/holds").asBoolean()).isTrue();
        assertThat(api.get("/jobs/good").body().has("window")).isFalse();
    }

    @Test
    void zones_go_by_names_that_browsers_know() {
        api.post("/jobs", "{\"id\": \"report\", \"command\": \"true\"}");
        assertThat(api.get("/jobs/report")
                        .body()
                        .at("/definition/schedule/timezone")
                        .asString())
                .isEqualTo("UTC");
        assertThat(api.get("/cron?expr=@daily").body().path("zone").asString()).isEqualTo("UTC");
    }

    @Test
    void a_schedule_that_never_fires_is_doubtful() {
        assertThat(api.get("/cron?expr=0+0+30+2+*").body().at("/warnings/0").asString())
                .isEqualTo("it never fires from now on");
        assertThat(api.get("/cron?expr=@triggered").body().path("warnings")).isEmpty();
    }

    @Test
    void a_backfill_ends_with_what_is_past() {
        api.post("/jobs", "{\"id\": \"hourly\", \"schedule\": \"0 * * * *\", \"command\": \"true\"}");
        Instant now = Instant.now();
        String range = "{\"from\": \"%s\", \"to\": \"%s\", \"dry_run\": true}";
        assertThat(api.post(
                                "/jobs/hourly/backfill",
                                range.formatted(now.minus(Duration.ofHours(3)), now.plus(Duration.ofDays(9))))
                        .body()
                        .path("count")
                        .asInt())
                .isEqualTo(3);
        assertThat(api.post(
                                "/jobs/hourly/backfill",
                                range.formatted(now.plus(Duration.ofHours(1)), now.plus(Duration.ofDays(9))))
                        .detail())
                .contains("/from", "in the future");
    }
}
