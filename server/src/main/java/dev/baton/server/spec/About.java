package dev.baton.server.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is there for people.
 *
 * @param title a name with spaces; null when there is none
 * @param description a text; null when there is none
 * @param tags words to find it by
 */
public record About(@Nullable String title, @Nullable String description, List<String> tags) {

    /** Says nothing. */
    public static final About NOTHING = new About(null, null, List.of());

    /** Copies the tags. */
    public About {
        tags = List.copyOf(tags);
    }
}
