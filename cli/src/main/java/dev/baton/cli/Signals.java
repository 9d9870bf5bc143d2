package dev.baton.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Signals of the operating system, where the JVM lets one have them. */
final class Signals {

    private Signals() {}

    /** Ends when it is closed: the signal does again what it did before. */
    interface Handling extends AutoCloseable {

        @Override
        void close();
    }

    /**
     * Does something on a signal; where there is no such signal, never.
     *
     * @param name without SIG: {@code HUP}, {@code INT}
     */
    static Handling on(String name, Runnable action) {
        try {
            // By reflection: the class is there in every JDK of today, but is no part of Java.
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
            // No such signal here, or another has it: whoever needs it has another way as well.
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
