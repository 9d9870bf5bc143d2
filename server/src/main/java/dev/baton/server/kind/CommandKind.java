package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of command that a worker executes in a job, in a step, for an item, or as a reducer.
 *
 * @param name the word in files and messages
 * @param main the key that a {@code command} in text form sets, and that identifies the kind if the command names none
 * @param keys its keys beside {@code command}
 * @param reader creates the work from a command
 */
record CommandKind(String name, Key<String> main, List<Key<?>> keys, Reader reader) {

    /** Creates the work from a command, and reports problems. */
    @FunctionalInterface
    interface Reader {

        /**
         * Creates the work.
         *
         * @param attempt how long an attempt may take; null for no limit
         */
        CommandWork read(CommandReader command, @Nullable Duration attempt);
    }

    /** Its keys inside a {@code command} table. */
    List<Key<?>> inside() {
        List<Key<?>> inside = new ArrayList<>(List.of(main));
        keys.stream().filter(key -> !key.equals(main)).forEach(inside::add);
        return inside;
    }

    /** The kind of a job or step that consists of this command alone. */
    Kind kind() {
        return new Kind(name, keys, (table, attempt) -> CommandReader.read(table, name, this, attempt));
    }
}
