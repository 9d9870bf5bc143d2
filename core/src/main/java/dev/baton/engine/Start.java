package dev.baton.engine;

import dev.baton.Trigger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An execution that is to be started.
 *
 * @param trigger why
 * @param scheduled the time it is scheduled for, in microseconds
 * @param notBefore it does not begin before this, in microseconds
 * @param parameters what it is given
 * @param key nobody wants a second one with this key
 * @param fire whether it is a fire of a schedule, of which there is one for each scheduled time
 */
record Start(
        Trigger trigger,
        long scheduled,
        long notBefore,
        Map<String, ?> parameters,
        @Nullable String key,
        boolean fire) {

    static Start now(Trigger trigger, long now, Map<String, ?> parameters) {
        return new Start(trigger, now, 0, parameters, null, false);
    }
}
