package dev.baton.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Handles signals of the operating system, if the JVM supports that. */
final class Signals {

    private Signals() {}

    /** A registered handler; closing it restores the previous one. */
    interface Handling extends AutoCloseable {

        @Override
        void close();
    }

    /**
     * Registers a handler for a signal. Has no effect if the signal does not exist.
     *
     * @param name without SIG: {@code HUP}, {@code INT}
     */
    static Handling on(String name, Runnable action) {
        try {
            // By reflection, because the class is in every current JDK but not part of Java SE.
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler call = (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                    action.run();
                }
                return null;
            };
            Object listener = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, call);
            Object before = handle(name, listener);
            return () -> restore(name, before);
        } catch (ReflectiveOperationException e) {
            // The signal does not exist or is taken; every use has an alternative.
            return () -> {};
        }
    }

    private static void restore(String name, Object handler) {
        try {
            handle(name, handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object handle(String name, Object listener) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object which = signal.getConstructor(String.class).newInstance(name);
        return signal.getMethod("handle", signal, handler).invoke(null, which, listener);
    }
}
