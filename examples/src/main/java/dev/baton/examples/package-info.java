/** Programs to start from, each with a {@code main} method and short enough to read in a minute. */
@NullMarked
package dev.baton.examples;

import org.jspecify.annotations.NullMarked;
