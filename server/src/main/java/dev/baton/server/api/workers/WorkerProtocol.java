package dev.baton.server.api.workers;

import dev.baton.server.dispatch.Dispatcher;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.security.Scope;
import dev.baton.worker.Dispatch;
import dev.baton.worker.Dispatch.Introduction;
import dev.baton.worker.Dispatch.Logged;
import dev.baton.worker.Dispatch.Pulse;
import dev.baton.worker.Dispatch.Registration;
import dev.baton.worker.Dispatch.ResultsPage;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.wire.Messages;
import dev.baton.worker.wire.WireFormat;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of the worker protocol, which {@link dev.baton.worker.wire.HttpDispatch} calls. Bodies are those of
 * {@link WireFormat}. No thread waits for a claim.
 */
public final class WorkerProtocol {

    static final String PATH = "/api/v1/workers";

    /** Shorter than the idle timeout of proxies and of this server. */
    private static final Duration MOST_PATIENCE = Duration.ofSeconds(25);

    /** Shorter than a worker's timeout. */
    private static final Duration LONGEST_FINISH = Duration.ofSeconds(5);

    private static final int LONGEST_NAME = 128;
    private static final int MOST_CAPACITY = 10_000;

    private final Dispatcher dispatcher;
    private final int maxOutputBytes;
    private final int maxStepsBytes;

    /**
     * Creates the endpoints of a dispatcher.
     *
     * @param maxOutputBytes the longest output of a run
     * @param maxStepsBytes the largest size of the steps that a run adds
     */
    public WorkerProtocol(Dispatcher dispatcher, int maxOutputBytes, int maxStepsBytes) {
        this.dispatcher = dispatcher;
        this.maxOutputBytes = maxOutputBytes;
        this.maxStepsBytes = maxStepsBytes;
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post(PATH + "/register", Access.WORKER, this::register)
                        .operation("workers.register")
                        .about(
                                "Introduce a worker",
                                "Returns the id of the worker, and the interval at which to"
                                        + " send heartbeats. Register again whenever another call answers 404.")
                        .takes(Introduction.class)
                        .gives(Registration.class),
                Endpoint.post(PATH + "/claim", Access.WORKER, this::claim)
                        .operation("workers.claim")
                        .about(
                                "Claim runs",
                                "Answers as soon as there are some, or with none when patience has run"
                                        + " out, after 25 s at most. Each assignment holds the run, its attempt, its lease, and"
                                        + " what to do, by kind.")
                        .takes(Messages.Claim.class)
                        .gives(Messages.Claimed.class),
                Endpoint.post(PATH + "/heartbeat", Access.WORKER, this::heartbeat)
                        .operation("workers.heartbeat")
                        .about(
                                "Send a heartbeat",
                                "Extends all leases of the worker and reports the progress of its runs. The answer"
                                        + " lists the leases to stop and the leases that are lost.")
                        .takes(Messages.Heartbeat.class)
                        .gives(Pulse.class),
                Endpoint.post(PATH + "/log", Access.WORKER, this::log)
                        .operation("workers.log")
                        .about("Add to the log of a run", "409 if the lease is lost.")
                        .takes(Messages.Log.class),
                Endpoint.post(PATH + "/logged", Access.WORKER, this::logged)
                        .operation("workers.logged")
                        .about(
                                "Ask how much of a log is there",
                                "How many lines of each stream the log of the attempt has. A worker that reads the output of"
                                        + " a command again, because it was started again itself, sends the rest only."
                                        + " 409 when the lease is another's by now.")
                        .takes(Messages.HowMuch.class)
                        .gives(Logged.class),
                Endpoint.post(PATH + "/results", Access.WORKER, this::results)
                        .operation("workers.results")
                        .about(
                                "Read results of items",
                                "For a reducer: the results of the items of its fan-out from a number on, a JSON object on each"
                                        + " line, about a megabyte at a time. `next` is where the next page begins; it is missing"
                                        + " after the last. 409 if the lease is lost, or not a reducer's.")
                        .takes(Messages.Results.class)
                        .gives(ResultsPage.class),
                Endpoint.post(PATH + "/finish", Access.WORKER, this::finish)
                        .operation("workers.finish")
                        .about(
                                "Report the end of a run",
                                "May be repeated. 409 if the lease is lost: the" + " result does not count.")
                        .takes(Messages.Finish.class),
                Endpoint.post(PATH + "/leave", Access.WORKER, this::leave)
                        .operation("workers.leave")
                        .about("Say goodbye", "Its remaining runs go to other workers at once.")
                        .takes(Messages.Leave.class));
    }

    private Response register(Request request) {
        Introduction worker = WireBody.read(request, Introduction.class);
        if (worker.name().isBlank() || worker.name().length() > LONGEST_NAME) {
            throw ProblemException.badField("/name", "a worker's name has 1 to " + LONGEST_NAME + " characters");
        }
        if (worker.capacity() < 1 || worker.capacity() > MOST_CAPACITY) {
            throw ProblemException.badField("/capacity", "it is not a number from 1 to " + MOST_CAPACITY);
        }
        Scope scope = request.actor().scope();
        Set<String> queues = scope.served(worker.queues());
        scope.objection(queues, worker.labels()).ifPresent(objection -> {
            throw ProblemException.forbidden(objection);
        });
        Registration registration = dispatcher.register(
                new Introduction(
                        worker.name(),
                        queues,
                        worker.labels(),
                        worker.kinds(),
                        worker.handlers(),
                        worker.capacity(),
                        worker.version(),
                        worker.host(),
                        worker.former()),
                request.actor().token());
        return answer(registration);
    }

    private Response claim(Request request) {
        Messages.Claim claim = WireBody.read(request, Messages.Claim.class);
        check(claim.worker(), request);
        Duration patience = claim.patience().compareTo(MOST_PATIENCE) < 0 ? claim.patience() : MOST_PATIENCE;
        return Response.later(dispatcher
                .claimLater(claim.worker(), claim.most(), patience)
                .thenApply(assignments -> answer(new Messages.Claimed(assignments))));
    }

    private Response heartbeat(Request request) {
        Messages.Heartbeat heartbeat = WireBody.read(request, Messages.Heartbeat.class);
        check(heartbeat.worker(), request);
        return answer(dispatcher.heartbeat(heartbeat.worker(), heartbeat.running()));
    }

    private Response log(Request request) {
        Messages.Log log = WireBody.read(request, Messages.Log.class);
        check(log.worker(), request);
        if (Boolean.TRUE.equals(log.again())) {
            dispatcher.logAgain(log.worker(), log.lease(), log.entries());
        } else {
            dispatcher.log(log.worker(), log.lease(), log.entries());
        }
        return Response.noContent();
    }

    private Response logged(Request request) {
        Messages.HowMuch asked = WireBody.read(request, Messages.HowMuch.class);
        check(asked.worker(), request);
        return answer(dispatcher.logged(asked.worker(), asked.lease()));
    }

    private Response results(Request request) {
        Messages.Results asked = WireBody.read(request, Messages.Results.class);
        check(asked.worker(), request);
        if (asked.from() < 0) {
            throw ProblemException.badField("/from", "it is not the number of an item");
        }
        return answer(dispatcher.results(asked.worker(), asked.lease(), asked.from()));
    }

    private Response finish(Request request) {
        Messages.Finish finish = WireBody.read(request, Messages.Finish.class);
        check(finish.worker(), request);
        return Response.later(dispatcher
                .finishLater(finish.worker(), finish.lease(), bounded(finish.result(), request.body().length))
                .copy()
                .orTimeout(LONGEST_FINISH.toMillis(), TimeUnit.MILLISECONDS)
                .handle(WorkerProtocol::taken));
    }

    /** A worker without an answer sends its result again, which is better than a request that waits for the store. */
    private static Response taken(@Nullable Void done, @Nullable Throwable failure) {
        if (failure instanceof TimeoutException) {
            throw new DispatchUnavailableException("the result is not recorded yet: send it again");
        }
        if (failure != null) {
            throw failure instanceof RuntimeException known ? known : new CompletionException(failure);
        }
        return Response.noContent();
    }

    /**
     * Only the token that registered a worker may act for it: a token that leaked from one host is useless for others.
     */
    private void check(String worker, Request request) {
        dispatcher.checkSpeaker(worker, request.actor().token());
    }

    /** A result that is too long fails the run, as in the worker of this process: workers need not know the limit. */
    private Dispatch.Result bounded(Dispatch.Result result, int messageBytes) {
        // Output and steps are parts of the message, so their sizes are measured only if the message is long.
        if (messageBytes <= Math.min(maxOutputBytes, maxStepsBytes)) {
            return result;
        }
        int output = result.output() == null ? 0 : WireFormat.mapper().writeValueAsBytes(result.output()).length;
        if (output > maxOutputBytes) {
            return failure(
                    "its output has %,d bytes; at most %,d can be handed on. Hand on where to find the data instead"
                            .formatted(output, maxOutputBytes));
        }
        int steps = WireFormat.mapper().writeValueAsBytes(result.steps()).length;
        return steps <= maxStepsBytes
                ? result
                : failure(
                        "the steps that it adds have %,d bytes; at most %,d are taken. Add fewer, or fan out over the items"
                                .formatted(steps, maxStepsBytes));
    }

    private static Dispatch.Result failure(String message) {
        return new Dispatch.Result(Dispatch.Outcome.FAILURE, null, message, null);
    }

    private Response leave(Request request) {
        Messages.Leave leave = WireBody.read(request, Messages.Leave.class);
        check(leave.worker(), request);
        dispatcher.leave(leave.worker());
        return Response.noContent();
    }

    private static Response answer(Object message) {
        return Response.text("application/json", WireFormat.mapper().writeValueAsString(message));
    }
}
