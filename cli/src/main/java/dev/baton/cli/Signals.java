package dev.baton.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Signals of the operating system, where the JVM lets one have them. */
final class Signals {

    private Signals() {}

    /** Does something on SIGHUP; where there is no such signal, never. */
    static void onHangUp(Runnable action) {
        try {
            // By reflection: the class is there in every JDK of today, but is no part of Java.
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler call = (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                    action.run();
                }
                return null;
            };
            Object listener = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, call);
            Object hangUp = signal.getConstructor(String.class).newInstance("HUP");
            signal.getMethod("handle", signal, handler).invoke(null, hangUp, listener);
        } catch (ReflectiveOperationException e) {
            // No such signal here: a reload is still to be had by the API, or by changing the file.
            return;
        }
    }
}
