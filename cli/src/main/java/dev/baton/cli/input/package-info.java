/** Texts that people type, read as values: instants, lengths of time, parameters. */
@NullMarked
package dev.baton.cli.input;

import org.jspecify.annotations.NullMarked;
