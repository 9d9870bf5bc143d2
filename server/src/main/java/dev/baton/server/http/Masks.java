package dev.baton.server.http;

import dev.baton.worker.log.Masker;
import java.util.List;
import java.util.function.Supplier;

/**
 * Masks secret values in all answers. The values come from the configuration, which may be reloaded. Safe from any
 * thread.
 */
public final class Masks {

    /** Nothing is masked. */
    public static final Masks NONE = new Masks(List::of);

    private final Supplier<List<String>> secrets;
    private volatile Known known = new Known(List.of(), Masker.of(List.of()));

    private record Known(List<String> values, Masker masker) {}

    /**
     * @param secrets supplies the current values
     */
    public Masks(Supplier<List<String>> secrets) {
        this.secrets = secrets;
    }

    private Known known() {
        List<String> values = secrets.get();
        Known last = known;
        if (!last.values.equals(values)) {
            last = new Known(values, Masker.of(values));
            known = last;
        }
        return last;
    }

    /** A value as JSON, masked. */
    byte[] write(Object value) {
        Known now = known();
        return Json.write(now.values.isEmpty() ? value : MaskedJson.of(value, now.masker::mask));
    }

    /** A text, masked. */
    public String mask(String text) {
        Known now = known();
        return now.values.isEmpty() ? text : now.masker.mask(text);
    }
}
