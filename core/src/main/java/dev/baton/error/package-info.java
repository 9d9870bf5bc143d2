/** Baton's exceptions: one sealed family, all unchecked. */
@NullMarked
package dev.baton.error;

import org.jspecify.annotations.NullMarked;
