package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.RealPostgres;
import dev.baton.server.dispatch.WorkerRows;
import dev.baton.server.security.Actor;
import dev.baton.server.security.Role;
import dev.baton.server.security.Secret;
import dev.baton.server.security.Token;
import dev.baton.server.store.ApiDefinitions.Definition;
import dev.baton.server.store.AuditLog.Entry;
import dev.baton.server.store.AuditLog.Filter;
import dev.baton.server.store.AuditLog.Position;
import dev.baton.worker.Dispatch;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

class StoresTest {

    private static final Filter ALL = new Filter(null, null, null, null, null);
    private static final Actor ACTOR = new Actor(UUID.randomUUID(), "somebody", Role.ADMIN);

    /** Holds on both databases alike. */
    abstract static class Compliance {

        private final SettableClock clock = new SettableClock();
        private Database database;
        private Tokens tokens;
        private Sessions sessions;
        private AuditLog audit;
        private ApiDefinitions definitions;

        abstract Database open();

        @BeforeEach
        void openDatabase() {
            database = open();
            tokens = new Tokens(database, clock);
            sessions = new Sessions(database, clock);
            audit = new AuditLog(database, clock);
            definitions = new ApiDefinitions(database, clock);
        }

        @AfterEach
        void closeDatabase() {
            database.close();
        }

        @Test
        void a_worker_is_kept_with_its_last_sign_of_life() {
            WorkerTable workers = new WorkerTable(database, clock);
            WorkerRows.Row first = worker(Instant.EPOCH.plusSeconds(1), Set.of());
            workers.put(List.of(first));
            WorkerRows.Row later = worker(Instant.EPOCH.plusSeconds(3), Set.of("a:1:x", "b:1:y"));
            workers.put(List.of(later));
            workers.put(List.of(first));
            assertThat(workers.find("w")).contains(later);
            assertThat(workers.all()).containsExactly(later);
            assertThat(workers.setDraining("w", true)).isTrue();
            workers.put(List.of(worker(Instant.EPOCH.plusSeconds(4), Set.of())));
            assertThat(workers.find("w")).map(WorkerRows.Row::draining).contains(true);
            assertThat(workers.setDraining("w", false)).isTrue();
            assertThat(workers.find("w")).map(WorkerRows.Row::draining).contains(false);
            assertThat(workers.setDraining("nobody", true)).isFalse();
            assertThat(workers.remove("w")).isTrue();
            assertThat(workers.remove("w")).isFalse();
            assertThat(workers.all()).isEmpty();
        }

        private static WorkerRows.Row worker(Instant seen, Set<String> leases) {
            Dispatch.Introduction introduction = new Dispatch.Introduction(
                    "one", Set.of(), Set.of("gpu"), Set.of("shell"), Set.of(), 4, "1", "here");
            return new WorkerRows.Row("w", introduction, new UUID(1, 2), Instant.EPOCH, seen, false, leases);
        }

        @Test
        void a_result_is_kept_once_for_who_holds_its_lease() {
            WorkerTable workers = new WorkerTable(database, clock);
            Dispatch.Result result = new Dispatch.Result(Dispatch.Outcome.SUCCESS, "done", null, 0);
            workers.keep(new WorkerRows.KeptResult("l", "w", result));
            workers.keep(new WorkerRows.KeptResult(
                    "l", "w", new Dispatch.Result(Dispatch.Outcome.FAILURE, null, "again", 1)));
            assertThat(workers.results(Set.of("other"))).isEmpty();
            assertThat(workers.results(Set.of("l", "other")))
                    .containsExactly(new WorkerRows.KeptResult("l", "w", result));
            workers.forget(Set.of("l"));
            assertThat(workers.results(Set.of("l"))).isEmpty();
        }

        @Test
        void a_token_is_found_by_its_secret() {
            Tokens.Fresh fresh = tokens.create("mine", Role.OPERATOR, null);
            assertThat(tokens.use(fresh.secret()))
                    .map(Token::id)
                    .contains(fresh.token().id());
            assertThat(tokens.use(Secret.ofToken())).isEmpty();
        }

        @Test
        void a_token_expires() {
            Tokens.Fresh fresh =
                    tokens.create("mine", Role.OPERATOR, clock.instant().plusSeconds(10));
            assertThat(tokens.use(fresh.secret())).isPresent();
            clock.now = clock.now.plusSeconds(10);
            assertThat(tokens.use(fresh.secret())).isEmpty();
        }

        @Test
        void a_revoked_token_takes_its_sessions_with_it() {
            Tokens.Fresh fresh = tokens.create("mine", Role.OPERATOR, null);
            Secret session = sessions.open(fresh.token(), Duration.ofHours(1));
            assertThat(sessions.find(session)).isPresent();
            assertThat(tokens.revoke(fresh.token().id())).isTrue();
            assertThat(tokens.revoke(fresh.token().id())).isFalse();
            assertThat(tokens.use(fresh.secret())).isEmpty();
            assertThat(sessions.find(session)).isEmpty();
        }

        @Test
        void the_use_of_a_token_is_noted() {
            Tokens.Fresh fresh = tokens.create("mine", Role.OPERATOR, null);
            tokens.use(fresh.secret());
            assertThat(tokens.list(null, 1)).extracting(Token::lastUsed).containsExactly(clock.now);
        }

        @Test
        void a_session_ends_by_itself_and_by_hand() {
            Token token = tokens.create("mine", Role.VIEWER, null).token();
            Secret first = sessions.open(token, Duration.ofHours(1));
            Secret second = sessions.open(token, Duration.ofHours(2));
            sessions.close(second);
            assertThat(sessions.find(second)).isEmpty();
            clock.now = clock.now.plusSeconds(3600);
            assertThat(sessions.find(first)).isEmpty();
        }

        @Test
        void tokens_are_listed_in_pages_newest_first() {
            List<UUID> made = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                made.add(0, tokens.create("t" + i, Role.VIEWER, null).token().id());
                clock.now = clock.now.plusSeconds(1);
            }
            List<Token> first = tokens.list(null, 3);
            Token last = first.get(2);
            List<Token> second = tokens.list(new Tokens.Position(last.created(), last.id()), 3);
            assertThat(first).extracting(Token::id).containsExactlyElementsOf(made.subList(0, 3));
            assertThat(second).extracting(Token::id).containsExactlyElementsOf(made.subList(3, 5));
        }

        @Test
        void the_audit_log_is_filtered_and_paged() {
            for (int i = 0; i < 10; i++) {
                audit.append(ACTOR, i % 2 == 0 ? "jobs.create" : "jobs.delete", "job-" + i, "{}", "127.0.0.1")
                        .join();
                clock.now = clock.now.plusSeconds(1);
            }
            Filter creations = new Filter("somebody", "jobs.create", null, null, null);
            List<Entry> page = audit.list(creations, null, 3);
            Entry last = page.get(2);
            List<Entry> rest = audit.list(creations, new Position(last.time(), last.id()), 3);
            assertThat(page).extracting(Entry::target).containsExactly("job-8", "job-6", "job-4");
            assertThat(rest).extracting(Entry::target).containsExactly("job-2", "job-0");
            assertThat(audit.list(new Filter(null, null, "job-3", null, null), null, 9))
                    .hasSize(1);
            assertThat(audit.list(new Filter(null, null, null, clock.now.minusSeconds(2), clock.now), null, 9))
                    .hasSize(2);
        }

        @Test
        void the_audit_log_is_pruned_by_age() {
            for (int i = 0; i < 10; i++) {
                audit.append(ACTOR, "jobs.create", "job-" + i, "{}", "127.0.0.1")
                        .join();
                clock.now = clock.now.plusSeconds(1);
            }
            assertThat(audit.prune(clock.now.minusSeconds(4))).isEqualTo(6);
            assertThat(audit.list(ALL, null, 99)).hasSize(4);
        }

        @Test
        void a_definition_changes_only_from_the_version_that_was_expected() {
            assertThat(definitions.put("etl", ApiDefinitions.Type.JOB, "{}", 7, ACTOR))
                    .isEmpty();
            assertThat(definitions.put("etl", ApiDefinitions.Type.JOB, "{}", 0, ACTOR))
                    .map(Definition::version)
                    .contains(1);
            assertThat(definitions.put("etl", ApiDefinitions.Type.JOB, "{}", 0, ACTOR))
                    .isEmpty();
            assertThat(definitions.put("etl", ApiDefinitions.Type.JOB, "{\"a\":1}", 1, ACTOR))
                    .map(Definition::version)
                    .contains(2);
            assertThat(definitions.put("etl", ApiDefinitions.Type.JOB, "{}", 1, ACTOR))
                    .isEmpty();
            assertThat(definitions.put("etl", ApiDefinitions.Type.WORKFLOW, "{}", null, ACTOR))
                    .map(Definition::version)
                    .contains(3);
            assertThat(definitions.find("etl")).map(Definition::type).contains(ApiDefinitions.Type.WORKFLOW);
            assertThat(definitions.list()).hasSize(1);
            assertThat(definitions.delete("etl", 2)).isFalse();
            assertThat(definitions.delete("etl", 3)).isTrue();
            assertThat(definitions.find("etl")).isEmpty();
        }
    }

    @Nested
    class OnSqlite extends Compliance {

        @TempDir
        private Path directory;

        @Override
        Database open() {
            return Database.sqlite(directory.resolve("baton.db"));
        }

        @Test
        void opened_again_it_has_what_it_had() {
            try (Database first = open()) {
                new Tokens(first, Clock.systemUTC()).create("kept", Role.VIEWER, null);
            }
            try (Database again = open()) {
                assertThat(new Tokens(again, Clock.systemUTC()).isEmpty()).isFalse();
            }
        }
    }

    @Nested
    class OnPostgres extends Compliance {

        private PGSimpleDataSource source;

        @Override
        Database open() {
            source = RealPostgres.freshSchema();
            return Database.postgres(source);
        }

        @Test
        void several_nodes_can_start_at_once() {
            List<Thread> nodes = new ArrayList<>();
            List<Throwable> failures = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread node = new Thread(() -> Database.postgres(source).close());
                node.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
                nodes.add(node);
                node.start();
            }
            nodes.forEach(StoresTest::join);
            assertThat(failures).isEmpty();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    private static final class SettableClock extends Clock {
        private Instant now = Instant.parse("2026-11-15T12:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
