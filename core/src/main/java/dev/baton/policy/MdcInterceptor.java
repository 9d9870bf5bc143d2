package dev.baton.policy;

import dev.baton.Interceptor;
import dev.baton.RunContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Puts the ids of the run into slf4j's mapped diagnostic context while the body runs, so that every line that the
 * program logs says to which run it belongs: {@code baton.execution}, {@code baton.run}, {@code baton.job} and {@code
 * baton.attempt}. Afterwards the context holds its previous values again. Threads that the body starts do not inherit
 * the context.
 *
 * <pre>{@code
 * Baton baton = Baton.builder().intercept(new MdcInterceptor()).build();
 * }</pre>
 */
public final class MdcInterceptor implements Interceptor {

    @Override
    public @Nullable Object around(Call call) throws Exception {
        Map<String, String> values = values(call.context());
        Map<String, @Nullable String> before = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            before.put(name, MDC.get(name));
            MDC.put(name, value);
        });
        try {
            return call.proceed();
        } finally {
            before.forEach(MdcInterceptor::restore);
        }
    }

    private static Map<String, String> values(RunContext context) {
        return Map.of(
                "baton.execution", context.executionId().toString(),
                "baton.run", context.runId().toString(),
                "baton.job", context.jobName(),
                "baton.attempt", String.valueOf(context.attempt()));
    }

    private static void restore(String name, @Nullable String value) {
        if (value == null) {
            MDC.remove(name);
        } else {
            MDC.put(name, value);
        }
    }
}
