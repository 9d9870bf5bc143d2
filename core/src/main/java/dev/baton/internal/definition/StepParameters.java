package dev.baton.internal.definition;

import dev.baton.spi.Codec;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an added step was given, and the form it is kept in. Read back when somebody asks for it. Safe from any thread. */
public final class StepParameters {

    private final @Nullable String kept;
    private volatile @Nullable Map<String, Object> values;

    private StepParameters(@Nullable String kept, @Nullable Map<String, Object> values) {
        this.kept = kept;
        this.values = values;
    }

    /** As a body gave it. */
    static StepParameters of(Map<String, Object> values, @Nullable Codec codec) {
        return new StepParameters(codec == null || values.isEmpty() ? null : codec.encodeAll(values), values);
    }

    /** As it was kept; null for nothing. */
    public static StepParameters kept(@Nullable String kept) {
        return new StepParameters(kept, kept == null ? Map.of() : null);
    }

    /** The form it is kept in; null for nothing. */
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
