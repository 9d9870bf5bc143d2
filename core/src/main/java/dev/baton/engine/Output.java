package dev.baton.engine;

import dev.baton.spi.Codec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a body returned, and the form it is kept in. Read back when somebody asks for it. Safe from any thread. */
final class Output {

    final Codec.Encoded encoded;
    private final Codec codec;
    private final ClassLoader loader;
    private volatile @Nullable Object value;

    /** As a body returned it. */
    Output(Codec codec, Object value, ClassLoader loader) {
        this.codec = codec;
        this.encoded = codec.encode(value);
        this.loader = loader;
        this.value = value;
    }

    /** As it was kept. */
    Output(Codec codec, Codec.Encoded encoded, ClassLoader loader) {
        this.codec = codec;
        this.encoded = encoded;
        this.loader = loader;
    }

    Object value() {
        Object known = value;
        if (known == null) {
            known = codec.decode(encoded, loader);
            value = known;
        }
        return Objects.requireNonNull(known);
    }

    static ClassLoader loaderOf(Node node) {
        ClassLoader loader = node.job().body().getClass().getClassLoader();
        return loader != null ? loader : ClassLoader.getSystemClassLoader();
    }
}
