package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of work that a worker executes by itself, in a job, in a step, for an item, or as a reducer.
 *
 * @param name the word in files and messages
 * @param main the key that a {@code command} of mere text stands for, and that tells the kind of a command that names none
 * @param keys its keys where they stand beside {@code command}
 * @param reader makes work of a command
 */
record CommandKind(String name, Key<String> main, List<Key<?>> keys, Reader reader) {

    /** Makes work of a command, and reports what is wrong with that. */
    @FunctionalInterface
    interface Reader {

        /**
         * Makes it.
         *
         * @param attempt how long an attempt may take; null for no limit
         */
        CommandWork read(CommandReader command, @Nullable Duration attempt);
    }

    /** Its keys inside of a {@code command} table. */
    List<Key<?>> inside() {
        List<Key<?>> inside = new ArrayList<>(List.of(main));
        keys.stream().filter(key -> !key.equals(main)).forEach(inside::add);
        return inside;
    }

    /** The kind of a job or a step that is nothing but such a command. */
    Kind kind() {
        return new Kind(name, keys, (table, attempt) -> CommandReader.read(table, name, this, attempt));
    }
}
