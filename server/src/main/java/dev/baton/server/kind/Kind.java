package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Table;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kind of work, as definitions name it.
 *
 * @param name the word in files and messages
 * @param keys its keys, besides {@code kind} and {@code command}
 * @param reader creates the work from a definition
 */
record Kind(String name, List<Key<?>> keys, Reader reader) {

    /** Creates the work from a definition, and reports problems. */
    @FunctionalInterface
    interface Reader {

        /**
         * Creates the work.
         *
         * @param attempt how long an attempt, and so an answer, may take; null for no limit
         */
        WorkSpec read(Table table, @Nullable Duration attempt);
    }

    /** A kind that no worker executes. */
    static Kind withoutCommand(String name, List<Key<?>> keys, Function<Table, WorkSpec> reader) {
        return new Kind(name, keys, (table, attempt) -> {
            table.reportKeysOfOtherKinds(name, null);
            if (table.has(CommandKinds.COMMAND)) {
                table.problem(
                        CommandKinds.COMMAND,
                        "kind " + name + " has no command.",
                        "Remove \"command\", or set \"kind\".");
            }
            return reader.apply(table);
        });
    }
}
