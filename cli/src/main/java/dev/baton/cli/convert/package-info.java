/** Converts files of other schedulers to definitions of Baton, with notes by line on what cannot be converted. */
@NullMarked
package dev.baton.cli.convert;

import org.jspecify.annotations.NullMarked;
