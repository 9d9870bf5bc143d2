/** The engine: its entry point, settings and submissions. Not for users; {@link dev.baton.Baton} is the public API. */
@NullMarked
package dev.baton.internal;

import org.jspecify.annotations.NullMarked;
