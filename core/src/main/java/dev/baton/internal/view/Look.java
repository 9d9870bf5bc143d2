package dev.baton.internal.view;

import dev.baton.Explanation;
import org.jspecify.annotations.Nullable;

/**
 * The answer of one execution, asked in its turn, about a cause.
 *
 * @param explanation as far as it can be told from there
 * @param lead where it goes on; null when it does not
 */
public record Look(Explanation explanation, @Nullable Lead lead) {}
