/** Attempts of runs, the contexts of their bodies, and the workers that take them. */
@NullMarked
package dev.baton.internal.run;

import org.jspecify.annotations.NullMarked;
