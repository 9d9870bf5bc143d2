/** What the engine needs from outside: time, somebody who runs bodies, and a place to keep what must not be lost. */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
