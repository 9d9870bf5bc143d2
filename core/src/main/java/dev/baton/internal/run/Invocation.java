package dev.baton.internal.run;

import dev.baton.Body;
import dev.baton.Interceptor;
import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.RunStatus;
import dev.baton.internal.execution.EndReason;
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

    /** Calls the body of an attempt, through the interceptors if there are any, and keeps its result. */
    static void call(Attempt attempt) throws Exception {
        List<Interceptor> outer = attempt.services().interceptors();
        Body<?> plain = outer.isEmpty() ? attempt.execution().bound().plainBodies()[attempt.step()] : null;
        if (plain != null) {
            succeed(attempt, plain.call(attempt));
            return;
        }
        Job job = attempt.job();
        Invocation invocation =
                new Invocation(attempt, job.body(), outer, job.policy().interceptors());
        Object result = invocation.proceed();
        if (invocation.reachedBody) {
            succeed(attempt, result);
        } else {
            attempt.skipped(EndReason.NOT_CALLED, null);
        }
    }

    private static void succeed(Attempt attempt, @Nullable Object result) throws Exception {
        attempt.checkTransaction();
        attempt.succeeded(RunStatus.SUCCESS, result);
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
}
