package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Assignment.Item;
import dev.baton.worker.Assignment.RunInfo;
import dev.baton.worker.Assignment.Upstream;
import dev.baton.worker.Dispatch.Stream;
import dev.baton.worker.HandlerContext;
import dev.baton.worker.ItemResult;
import dev.baton.worker.NewStep;
import dev.baton.worker.wire.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** The context of one run. */
final class RunHandlerContext implements HandlerContext {

    private final Assignment assignment;
    private final RunIo io;
    private final List<NewStep> added = new ArrayList<>();

    RunHandlerContext(Assignment assignment, RunIo io) {
        this.assignment = assignment;
        this.io = io;
    }

    @Override
    public RunInfo run() {
        return assignment.run();
    }

    @Override
    public Map<String, Object> parameters() {
        return assignment.inputs().parameters();
    }

    @Override
    public <T> Optional<T> parameter(String name, Class<T> type) {
        return converted("parameter \"" + name + "\"", parameters().get(name), type);
    }

    @Override
    public <T> Optional<T> output(String step, Class<T> type) {
        return converted(
                "the output of \"" + step + "\"", assignment.inputs().outputs().get(step), type);
    }

    @Override
    public Upstream upstream() {
        Upstream known = assignment.inputs().upstream();
        return known == null ? Upstream.NONE : known;
    }

    @Override
    public <T> Optional<T> item(Class<T> type) {
        Item item = assignment.inputs().item();
        return item == null ? Optional.empty() : converted("the item", item.value(), type);
    }

    @Override
    public void results(Consumer<ItemResult> action) throws IOException, InterruptedException {
        if (assignment.inputs().results() == null) {
            throw new IllegalStateException(
                    "run " + run().id() + " is not the reducer of a fan-out, and has no results to combine");
        }
        io.results(new ResultReader(action));
    }

    @Override
    public void log(String text) {
        io.log().add(Stream.STDOUT, text);
    }

    @Override
    public void progress(double fraction, String message) {
        io.progress(fraction, message);
    }

    @Override
    public boolean isStopped() {
        return io.isStopped();
    }

    @Override
    public void extend(List<NewStep> steps) {
        synchronized (added) {
            added.addAll(steps);
        }
    }

    /** The steps that the handler has added so far. */
    List<NewStep> added() {
        synchronized (added) {
            return List.copyOf(added);
        }
    }

    @Override
    public RuntimeException skip(String reason) {
        return new SkipException(reason);
    }

    private static <T> Optional<T> converted(String what, @Nullable Object value, Class<T> type) {
        try {
            return Optional.ofNullable(WireFormat.mapper().convertValue(value, type));
        } catch (JacksonException | IllegalArgumentException e) {
            throw new IllegalArgumentException("%s is no %s".formatted(what, type.getSimpleName()), e);
        }
    }
}
