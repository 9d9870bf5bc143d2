/** The interfaces that the engine needs from outside: time, a worker that runs bodies, and a store. */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
