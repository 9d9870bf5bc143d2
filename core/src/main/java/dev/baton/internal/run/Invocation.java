package dev.baton.internal.run;

import dev.baton.Body;
import dev.baton.Interceptor;
import dev.baton.RunContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call on its way through the interceptors to the body. Not thread-safe. */
final class Invocation implements Interceptor.Call {

    private final RunContext context;
    private final Body<?> body;
    private final List<Interceptor> outer;
    private final List<Interceptor> inner;
    private int depth;
    private boolean reachedBody;

    Invocation(RunContext context, Body<?> body, List<Interceptor> outer, List<Interceptor> inner) {
        this.context = context;
        this.body = body;
        this.outer = outer;
        this.inner = inner;
    }

    @Override
    public RunContext context() {
        return context;
    }

    @Override
    public @Nullable Object proceed() throws Exception {
        int here = depth++;
        try {
            if (here < outer.size()) {
                return outer.get(here).around(this);
            }
            if (here < outer.size() + inner.size()) {
                return inner.get(here - outer.size()).around(this);
            }
            reachedBody = true;
            return body.call(context);
        } finally {
            // An interceptor may call proceed again, from its own position.
            depth = here;
        }
    }

    boolean reachedBody() {
        return reachedBody;
    }
}
