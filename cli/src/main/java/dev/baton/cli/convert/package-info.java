/** Files of other schedulers, read as definitions of Baton. What cannot be carried over is noted by line. */
@NullMarked
package dev.baton.cli.convert;

import org.jspecify.annotations.NullMarked;
