package dev.baton.internal.definition;

import dev.baton.spi.Codec;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The parameters of an added step, and their stored form. Decoded when first needed. Safe from any thread. */
public final class StepParameters {

    private final @Nullable String kept;
    private volatile @Nullable Map<String, Object> values;

    private StepParameters(@Nullable String kept, @Nullable Map<String, Object> values) {
        this.kept = kept;
        this.values = values;
    }

    /** Parameters as a body gave them. */
    static StepParameters of(Map<String, Object> values, @Nullable Codec codec) {
        return new StepParameters(codec == null || values.isEmpty() ? null : codec.encodeAll(values), values);
    }

    /** Parameters in their stored form; null for none. */
    public static StepParameters kept(@Nullable String kept) {
        return new StepParameters(kept, kept == null ? Map.of() : null);
    }

    /** The stored form; null for none. */
    public @Nullable String kept() {
        return kept;
    }

    Map<String, Object> values(@Nullable Codec codec, ClassLoader loader) {
        Map<String, Object> known = values;
        if (known == null) {
            known = Objects.requireNonNull(codec).decodeAll(Objects.requireNonNull(kept), loader);
            values = known;
        }
        return known;
    }
}
