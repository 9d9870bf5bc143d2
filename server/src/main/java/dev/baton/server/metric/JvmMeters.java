package dev.baton.server.metric;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.util.List;

/** The process: memory, garbage collection, threads, processors, files. */
final class JvmMeters implements AutoCloseable {

    private final JvmGcMetrics garbage = new JvmGcMetrics();

    JvmMeters(MeterRegistry registry) {
        List<MeterBinder> binders = List.of(
                garbage,
                new JvmMemoryMetrics(),
                new JvmThreadMetrics(),
                new ClassLoaderMetrics(),
                new ProcessorMetrics(),
                new UptimeMetrics(),
                new FileDescriptorMetrics());
        binders.forEach(binder -> binder.bindTo(registry));
    }

    @Override
    public void close() {
        garbage.close();
    }
}
