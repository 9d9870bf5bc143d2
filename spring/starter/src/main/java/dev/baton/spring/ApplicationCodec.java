package dev.baton.spring;

import dev.baton.spi.Codec;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Reads values as classes of the application. The scheduler asks for classes of the loader that a body has, which is
 * Baton's own for a body that Baton has wrapped; with DevTools, and in some containers, the application's classes are
 * below that loader, and the same class by another loader would be another class.
 */
final class ApplicationCodec implements Codec {

    private final Codec codec;
    private final @Nullable ClassLoader application;

    ApplicationCodec(Codec codec, @Nullable ClassLoader application) {
        this.codec = codec;
        this.application = application;
    }

    /** Reads classes of the loader that loads the application on this thread. */
    static Codec of(Codec codec) {
        return codec instanceof ApplicationCodec
                ? codec
                : new ApplicationCodec(codec, ClassUtils.getDefaultClassLoader());
    }

    @Override
    public Encoded encode(Object value) {
        return codec.encode(value);
    }

    @Override
    public Object decode(Encoded encoded, ClassLoader loader) {
        return codec.decode(encoded, below(loader));
    }

    @Override
    public <T> T convert(Object value, Class<T> type) {
        return codec.convert(value, type);
    }

    @Override
    public String encodeAll(Map<String, Object> values) {
        return codec.encodeAll(values);
    }

    @Override
    public Map<String, Object> decodeAll(String text, ClassLoader loader) {
        return codec.decodeAll(text, below(loader));
    }

    /** The application's loader if the given one is above it. */
    private ClassLoader below(ClassLoader loader) {
        for (ClassLoader above = application; above != null; above = above.getParent()) {
            if (above == loader && application != null) {
                return application;
            }
        }
        return loader;
    }
}
