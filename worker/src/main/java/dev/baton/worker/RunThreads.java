package dev.baton.worker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Threads for work: virtual threads where the JVM has them (Java 21 and later), platform threads elsewhere. */
final class RunThreads {

    private RunThreads() {}

    /** Looked up by reflection, because the code is compiled for Java 17. */
    static ThreadFactory named(String prefix) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder));
            MethodHandle name =
                    lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class, long.class));
            MethodHandle factory = lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class));
            return (ThreadFactory) factory.invoke(name.invoke(ofVirtual.invoke(), prefix, 0L));
        } catch (ReflectiveOperationException e) {
            return daemons(prefix);
        } catch (Throwable e) {
            throw new IllegalStateException("virtual threads were found, but cannot be used", e);
        }
    }

    static ExecutorService pool(String prefix) {
        return Executors.newCachedThreadPool(daemons(prefix));
    }

    static ThreadFactory daemons(String prefix) {
        AtomicLong number = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, prefix + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }
}
