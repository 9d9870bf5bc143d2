package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.Handler;
import dev.baton.worker.Handlers;
import dev.baton.worker.NewStep;
import dev.baton.worker.wire.WireFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Runs Java code that this worker has registered under a name.
 *
 * <pre>{@code
 * Kind java = new HandlerKind(Handlers.none().with("resize", context -> resize("a.png")));
 * }</pre>
 */
public final class HandlerKind implements Kind {

    private final Handlers handlers;

    /** Runs these handlers. */
    public HandlerKind(Handlers handlers) {
        this.handlers = handlers;
    }

    @Override
    public String name() {
        return "java";
    }

    @Override
    public Result run(Assignment assignment, RunIo io) throws InterruptedException {
        String name = ((Command.Handler) assignment.command()).handler();
        Optional<Handler> handler = handlers.find(name);
        if (handler.isEmpty()) {
            return Results.failure("this worker has no handler \"%s\"; it has %s".formatted(name, handlers.names()));
        }
        try {
            RunHandlerContext context = new RunHandlerContext(assignment, io);
            return success(name, handler.get().handle(context), context.added());
        } catch (SkipException e) {
            return new Result(Outcome.SKIPPED, null, e.getMessage(), null);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            io.say(StackTrace.of(e));
            return Results.failure("handler \"%s\" failed%s".formatted(name, words(e)));
        }
    }

    /** The message of an exception; its class only where there is no message, because nothing else says what failed. */
    private static String words(Throwable failure) {
        String message = StackTrace.messageOf(failure);
        return message == null || message.isBlank()
                ? " without a message (" + failure.getClass().getSimpleName() + "): its log has the stack trace"
                : ": " + message;
    }

    /**
     * Converts the value to the JSON tree of the wire here, so that a value that cannot be written fails its own run.
     */
    private static Result success(String name, @Nullable Object returned, List<NewStep> added) {
        try {
            byte[] json = WireFormat.mapper().writeValueAsBytes(returned);
            if (json.length > Results.LARGEST_OUTPUT) {
                return Results.failure("handler \"%s\" returned %,d bytes; at most %,d can be handed on"
                        .formatted(name, json.length, Results.LARGEST_OUTPUT));
            }
            byte[] steps = WireFormat.mapper().writeValueAsBytes(added);
            if (steps.length > Results.LARGEST_STEPS) {
                return Results.failure("handler \"%s\" adds steps of %,d bytes; at most %,d can be handed on"
                        .formatted(name, steps.length, Results.LARGEST_STEPS));
            }
            return Results.success(
                    WireFormat.mapper().readValue(json, Object.class),
                    null,
                    List.of(WireFormat.mapper().readValue(steps, NewStep[].class)));
        } catch (JacksonException e) {
            return Results.failure("what handler \"%s\" hands on cannot be written as JSON: %s"
                    .formatted(name, e.getOriginalMessage()));
        }
    }
}
