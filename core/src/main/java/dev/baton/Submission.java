package dev.baton;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An execution to be started once, for {@link Baton#submit}: of a job or workflow, with parameters, perhaps later,
 * perhaps after other runs have ended. Immutable: each call returns another.
 *
 * <pre>{@code
 * baton.submit(Submission.of("invoice").parameter("order", 42).key("invoice-42").after(shipment));
 * }</pre>
 */
public final class Submission {

    private final String name;
    private final Map<String, Object> parameters;
    private final @Nullable String key;
    private final @Nullable Instant notBefore;
    private final List<After> parents;
    private final Origin origin;

    private Submission(
            String name,
            Map<String, Object> parameters,
            @Nullable String key,
            @Nullable Instant notBefore,
            List<After> parents,
            Origin origin) {
        this.name = name;
        this.parameters = parameters;
        this.key = key;
        this.notBefore = notBefore;
        this.parents = parents;
        this.origin = origin;
    }

    /** Why it is submitted, and for which time. */
    private record Origin(Trigger trigger, @Nullable Instant scheduled) {}

    /**
     * A run, or a whole execution, that is to end first.
     *
     * @param execution which execution; null for one of the same batch
     * @param step which of its runs, by number; -1 for the execution as a whole
     * @param sibling which of the same batch; null for one that exists
     * @param conditions how it has to end, as a mask
     */
    public record After(
            @Nullable UUID execution, int step, @Nullable Submission sibling, int conditions) {

        /** The step of a parent that is an execution as a whole. */
        public static final int WHOLE = -1;
    }

    /** An execution of the job or workflow of that name. */
    public static Submission of(String name) {
        return new Submission(name, Map.of(), null, null, List.of(), new Origin(Trigger.SUBMIT, null));
    }

    /** Gives it a parameter. */
    public Submission parameter(String parameter, Object value) {
        return new Submission(name, Maps.with(parameters, parameter, value), key, notBefore, parents, origin);
    }

    /** Gives it parameters. */
    public Submission parameters(Map<String, ?> more) {
        return new Submission(name, Maps.with(parameters, more), key, notBefore, parents, origin);
    }

    /** Makes it safe to repeat: as long as an execution with this key is kept, submitting again returns that one. */
    public Submission key(String newKey) {
        if (newKey.isEmpty() || newKey.length() > 200) {
            throw new IllegalArgumentException("a key has 1 to 200 characters, not " + newKey.length());
        }
        return new Submission(name, parameters, newKey, notBefore, parents, origin);
    }

    /** Says why it is submitted; {@link Trigger#SUBMIT} without it. */
    public Submission trigger(Trigger trigger) {
        return new Submission(name, parameters, key, notBefore, parents, new Origin(trigger, origin.scheduled));
    }

    /** Says which time it is for, as if its schedule had fired then; the time it begins without it. */
    public Submission scheduledTime(Instant instant) {
        return new Submission(name, parameters, key, notBefore, parents, new Origin(origin.trigger, instant));
    }

    /** Lets it begin no earlier than this. */
    public Submission notBefore(Instant instant) {
        return new Submission(name, parameters, key, instant, parents, origin);
    }

    /** Lets it begin after a run of another execution has ended: successfully, or under one of these conditions. */
    public Submission after(RunId parent, Condition... conditions) {
        return with(new After(parent.execution(), parent.number(), null, Condition.mask(conditions)));
    }

    /** Lets it begin after another execution has ended: successfully, or under one of these conditions. */
    public Submission after(Execution parent, Condition... conditions) {
        return with(new After(parent.id(), After.WHOLE, null, Condition.mask(conditions)));
    }

    /** Lets it begin after another one that is submitted with it has ended. */
    public Submission after(Submission sibling, Condition... conditions) {
        return with(new After(null, After.WHOLE, sibling, Condition.mask(conditions)));
    }

    private Submission with(After parent) {
        List<After> more = new ArrayList<>(parents);
        more.add(parent);
        return new Submission(name, parameters, key, notBefore, List.copyOf(more), origin);
    }

    /** The name of the job or workflow. */
    public String name() {
        return name;
    }

    /** The parameters. */
    public Map<String, Object> parameters() {
        return parameters;
    }

    /** What makes it safe to repeat. */
    public Optional<String> key() {
        return Optional.ofNullable(key);
    }

    /** The earliest time it begins. */
    public Optional<Instant> notBefore() {
        return Optional.ofNullable(notBefore);
    }

    /** Why it is submitted. */
    public Trigger trigger() {
        return origin.trigger;
    }

    /** The time it is for. */
    public Optional<Instant> scheduledTime() {
        return Optional.ofNullable(origin.scheduled);
    }

    /** What has to end first. */
    public List<After> parents() {
        return parents;
    }

    @Override
    public String toString() {
        return "submission of " + name;
    }
}
