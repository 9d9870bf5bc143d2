package dev.baton.internal.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Threads for bodies: virtual threads where the JVM has them (Java 21 and later), pooled platform threads elsewhere.
 */
final class BodyThreads {

    /** {@code Executors.newThreadPerTaskExecutor} and {@code Thread.ofVirtual().name(prefix, 0).factory()}. */
    private static final @Nullable VirtualThreads VIRTUAL = VirtualThreads.find();

    private BodyThreads() {}

    static boolean areVirtual() {
        return VIRTUAL != null;
    }

    static ExecutorService newExecutor(String prefix) {
        return VIRTUAL != null ? VIRTUAL.newExecutor(prefix) : newPlatformExecutor(prefix);
    }

    static ExecutorService newPlatformExecutor(String prefix) {
        return Executors.newCachedThreadPool(daemons(prefix));
    }

    /** Daemons: the timer thread keeps the program alive. */
    private static ThreadFactory daemons(String prefix) {
        AtomicLong number = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, prefix + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    private record VirtualThreads(
            MethodHandle ofVirtual, MethodHandle name, MethodHandle factory, MethodHandle perTask) {

        static @Nullable VirtualThreads find() {
            try {
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
                return new VirtualThreads(
                        lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder)),
                        lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class, long.class)),
                        lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class)),
                        lookup.findStatic(
                                Executors.class,
                                "newThreadPerTaskExecutor",
                                MethodType.methodType(ExecutorService.class, ThreadFactory.class)));
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }

        ExecutorService newExecutor(String prefix) {
            try {
                Object named = name.invoke(ofVirtual.invoke(), prefix, 0L);
                return (ExecutorService) perTask.invoke((ThreadFactory) factory.invoke(named));
            } catch (Throwable e) {
                throw new IllegalStateException("virtual threads were found, but cannot be used", e);
            }
        }
    }
}
