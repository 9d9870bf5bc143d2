package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An execution that is commanded, and what it was told so far. Safe from any thread. */
final class Drill {

    /** The kinds of drills. */
    enum Kind {
        /** It is cancelled in its middle, which would never end. */
        CANCEL,
        /** It is held, and released later. */
        HOLD,
        /** It fails, and is retried, at last with success. */
        RETRY,
        /** Its middle, which would never end, is marked as a success. */
        MARK,
        /** A person approves, or rejects. */
        ANSWER
    }

    /** Commands. */
    enum Verb {
        CANCEL("cancel"),
        HOLD("hold"),
        RELEASE("release"),
        RETRY("retry"),
        MARK("mark"),
        APPROVE("approve"),
        REJECT("reject");

        private final String word;

        Verb(String word) {
            this.word = word;
        }

        /** The command as a node reads it. */
        String command(UUID execution) {
            boolean ofStep = this == MARK || this == APPROVE || this == REJECT;
            return word + " " + execution + (ofStep ? " " + Drills.MIDDLE : "");
        }
    }

    /** The outcome of a command. */
    enum Outcome {
        /** It was acknowledged. */
        DONE,
        /** The node said that it is not possible. */
        REFUSED,
        /** There was no answer: it may have been done, or be done later. */
        UNKNOWN
    }

    /**
     * A command that was given.
     *
     * @param sent when it was
     * @param answered when the answer came, or the driver stopped waiting for it
     */
    record Order(Verb verb, long sent, long answered, Outcome outcome) {}

    private final String key;
    private final Kind kind;
    private final String name;
    private final List<Order> orders = new ArrayList<>();
    private @Nullable UUID id;

    /** A drill with an execution that will be submitted with this key. */
    Drill(String key, Kind kind, String name) {
        this.key = key;
        this.kind = kind;
        this.name = name;
    }

    String key() {
        return key;
    }

    Kind kind() {
        return kind;
    }

    /** The workflow. */
    String name() {
        return name;
    }

    synchronized void accepted(UUID execution) {
        id = execution;
    }

    synchronized @Nullable UUID idOrNull() {
        return id;
    }

    /** The execution, once it is accepted. */
    synchronized UUID id() {
        return Objects.requireNonNull(id, "it was not accepted yet");
    }

    synchronized void gave(Order order) {
        orders.add(order);
    }

    synchronized List<Order> orders() {
        return List.copyOf(orders);
    }

    List<Order> orders(Verb verb) {
        return orders().stream().filter(order -> order.verb() == verb).toList();
    }

    /** The first command of this kind that was acknowledged. */
    @Nullable Order done(Verb verb) {
        return orders(verb).stream()
                .filter(order -> order.outcome() == Outcome.DONE)
                .findFirst()
                .orElse(null);
    }

    /**
     * Whether a command of this kind may have been obeyed at a time in between. One without an answer may be obeyed at any
     * later time: the node that was asked goes on with it when the driver has given up.
     */
    boolean mayBeObeyed(Verb verb, long from, long until) {
        return orders(verb).stream()
                .anyMatch(order ->
                        order.sent() <= until && (order.answered() >= from || order.outcome() == Outcome.UNKNOWN));
    }

    @Override
    public String toString() {
        return "drill " + key + " of " + name + " " + idOrNull() + " " + orders();
    }
}
