package dev.baton.internal.execution;

import dev.baton.spi.Codec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The value that a body returned, and its stored form. Decoded when it is first needed. Safe from any thread. */
public final class Output {

    private final Codec.Encoded encoded;
    private final Codec codec;
    private final ClassLoader loader;
    private volatile @Nullable Object value;

    /** As a body returned it. */
    public Output(Codec codec, Object value, ClassLoader loader) {
        this.codec = codec;
        this.encoded = codec.encode(value);
        this.loader = loader;
        this.value = value;
    }

    /** As it was kept. */
    public Output(Codec codec, Codec.Encoded encoded, ClassLoader loader) {
        this.codec = codec;
        this.encoded = encoded;
        this.loader = loader;
    }

    /** The value, read back if need be: calls the user's codec. */
    public Object value() {
        Object known = value;
        if (known == null) {
            known = codec.decode(encoded, loader);
            value = known;
        }
        return Objects.requireNonNull(known);
    }

    /** The form it is kept in. */
    public Codec.Encoded encoded() {
        return encoded;
    }
}
