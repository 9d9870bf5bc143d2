package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * A body of Baton's own around code of the user's.
 *
 * @param code the user's code, or another wrapper around it
 * @param body calls the code
 */
record WrappedBody<T extends @Nullable Object>(Object code, Body<T> body) implements Body<T> {

    @Override
    public T call(RunContext context) throws Exception {
        return body.call(context);
    }

    /** The loader of the user's code in a body; Baton's own if the body has none, such as an {@link Approval}. */
    static ClassLoader loader(Body<?> body) {
        Object code = body;
        while (true) {
            if (code instanceof WrappedBody<?> wrapped) {
                code = wrapped.code;
            } else if (code instanceof Fanout fanout) {
                code = fanout.code();
            } else {
                ClassLoader loader = code.getClass().getClassLoader();
                return loader != null ? loader : ClassLoader.getSystemClassLoader();
            }
        }
    }
}
