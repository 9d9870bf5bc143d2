/**
 * What acts: timers, threads, the path of an execution from its fire to its end. Not for users; {@link dev.baton.Baton}
 * is the way in.
 */
@NullMarked
package dev.baton.engine;

import org.jspecify.annotations.NullMarked;
