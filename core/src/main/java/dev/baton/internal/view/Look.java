package dev.baton.internal.view;

import dev.baton.Explanation;
import org.jspecify.annotations.Nullable;

/**
 * The explanation that one execution gives from its own state, within its turn.
 *
 * @param explanation the explanation so far
 * @param lead where the explanation continues; null if it is complete
 */
public record Look(Explanation explanation, @Nullable Lead lead) {}
