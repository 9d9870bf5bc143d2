/** What the engine needs from outside: time, and somebody who runs bodies. The test kit replaces both. */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
