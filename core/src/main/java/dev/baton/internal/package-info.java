/** The engine: the door to it, settings, submissions. Not for users; {@link dev.baton.Baton} is the way in. */
@NullMarked
package dev.baton.internal;

import org.jspecify.annotations.NullMarked;
