package dev.baton.server.http;

import dev.baton.error.BatonClosedException;
import dev.baton.error.BatonException;
import dev.baton.error.NameTakenException;
import dev.baton.error.NoOutputException;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.NoSuchScheduleException;
import dev.baton.error.NotPossibleException;
import dev.baton.error.NotRecordedException;
import dev.baton.error.StillRunningException;
import dev.baton.error.StoreFailedException;
import dev.baton.jdbc.StoreClosedException;
import dev.baton.spi.FencedException;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.LeaseLostException;
import dev.baton.worker.UnknownWorkerException;
import io.javalin.http.HttpResponseException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps exceptions to problems. */
final class Problems {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private static final List<Class<? extends RuntimeException>> NOT_FOUND = List.of(
            NoSuchJobException.class,
            NoSuchScheduleException.class,
            NoSuchExecutionException.class,
            NoOutputException.class,
            UnknownWorkerException.class);

    private static final List<Class<? extends RuntimeException>> CONFLICT = List.of(
            NameTakenException.class,
            NotPossibleException.class,
            StillRunningException.class,
            LeaseLostException.class);

    private static final List<Class<? extends RuntimeException>> UNAVAILABLE = List.of(
            NotRecordedException.class,
            BatonClosedException.class,
            StoreUnavailableException.class,
            StoreClosedException.class,
            FencedException.class,
            DispatchUnavailableException.class);

    /** A store that is unreachable is usually back after its fail-over. */
    private static final Duration RETRY = Duration.ofSeconds(5);

    private static final int OUTCOME_UNKNOWN = 504;

    private Problems() {}

    /** The response for an exception. An unexpected exception is logged, and the client gets no details. */
    static ProblemException of(Throwable failure) {
        if (failure instanceof CompletionException wrapped && wrapped.getCause() != null) {
            return of(wrapped.getCause());
        }
        if (failure instanceof ProblemException problem) {
            return problem;
        }
        if (failure instanceof HttpResponseException refusal) {
            return ofRouter(refusal);
        }
        if (isOne(failure, NOT_FOUND)) {
            return ProblemException.notFound(message(failure));
        }
        if (isOne(failure, CONFLICT)) {
            return ProblemException.conflict(message(failure));
        }
        if (failure instanceof NotRecordedException unknown && !unknown.isCertain()) {
            // Not 503: that says that nothing happened, and clients repeat it.
            LOG.warn("answered 504: {}", message(failure));
            return ProblemException.of(OUTCOME_UNKNOWN, message(failure));
        }
        if (isOne(failure, UNAVAILABLE)) {
            LOG.warn("answered 503: {}", message(failure));
            return ProblemException.unavailable(message(failure), RETRY);
        }
        if (failure instanceof BatonException && !(failure instanceof StoreFailedException)) {
            return ProblemException.badRequest(message(failure));
        }
        return unforeseen(failure);
    }

    /** The response to the client. */
    static Problem problem(ProblemException failure, @Nullable String path) {
        String title = HttpStatus.getMessage(failure.status());
        String type = "urn:baton:problem:" + title.toLowerCase(Locale.ROOT).replace(' ', '-');
        return new Problem(
                type,
                title,
                failure.status(),
                failure.detail(),
                path,
                failure.mistakes().isEmpty() ? null : failure.mistakes());
    }

    private static ProblemException ofRouter(HttpResponseException refusal) {
        return switch (refusal.getStatus()) {
            case 404 -> ProblemException.notFound("there is nothing at this address; see /api/v1/openapi.json");
            case 405 -> {
                String methods = refusal.getDetails().getOrDefault("availableMethods", "");
                yield ProblemException.of(405, "this address does not support this method; it supports " + methods)
                        .header("Allow", methods);
            }
            default -> ProblemException.of(refusal.getStatus(), message(refusal));
        };
    }

    private static ProblemException unforeseen(Throwable failure) {
        String request = UUID.randomUUID().toString();
        LOG.error("request {} failed", request, failure);
        return ProblemException.of(
                500, "an error occurred in the server; its log has the details, under request " + request);
    }

    private static boolean isOne(Throwable failure, List<Class<? extends RuntimeException>> family) {
        return family.stream().anyMatch(member -> member.isInstance(failure));
    }

    private static String message(Throwable failure) {
        return String.valueOf(failure.getMessage());
    }
}
