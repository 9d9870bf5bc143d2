package dev.baton.server.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The title, description and tags of a definition, for people.
 *
 * @param title a name that may have spaces; null if there is none
 * @param description a description; null if there is none
 * @param tags words to find it by
 */
public record About(@Nullable String title, @Nullable String description, List<String> tags) {

    /** No title, description or tags. */
    public static final About NOTHING = new About(null, null, List.of());

    /** Copies the tags. */
    public About {
        tags = List.copyOf(tags);
    }
}
