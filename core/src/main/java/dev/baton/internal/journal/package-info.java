/** The recording of changes, in memory or in a store. */
@NullMarked
package dev.baton.internal.journal;

import org.jspecify.annotations.NullMarked;
