package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.security.Access;
import dev.baton.server.security.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests that no answer contains a secret of the configuration. */
class MasksTest {

    private static final String SECRET = "open \"sesame\"";

    private static final TestServer SERVER = new TestServer(
            TestServer.freshDatabase(),
            HttpSettings.loopback(0),
            List.of(
                    Endpoint.get(
                                    "/api/v1/things",
                                    Access.VIEWER,
                                    request -> Response.json(Map.of(
                                            "command", "login " + SECRET + " now", "list", List.of(SECRET, 1, true))))
                            .gives(Object.class),
                    Endpoint.post("/api/v1/things", Access.OPERATOR, request -> {
                                request.audit("said", "it is " + SECRET);
                                throw ProblemException.badRequest("cannot do " + SECRET);
                            })
                            .operation("things.create")),
            new Masks(() -> List.of(SECRET)));

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void answers_are_masked() {
        assertThat(SERVER.get(Role.VIEWER, "/api/v1/things").body())
                .contains("login *** now", "[\"***\",1,true]")
                .doesNotContain("sesame");
    }

    @Test
    void problems_and_the_audit_log_are_masked() {
        assertThat(SERVER.post(Role.OPERATOR, "/api/v1/things", "").body())
                .contains("cannot do ***")
                .doesNotContain("sesame");
        assertThat(SERVER.audit.list(
                        new dev.baton.server.store.AuditLog.Filter(null, null, null, null, null), null, 10))
                .anySatisfy(entry -> assertThat(entry.detail()).contains("it is ***"))
                .allSatisfy(entry -> assertThat(entry.detail()).doesNotContain("sesame"));
    }
}
