/**
 * The {@code baton} command: {@link dev.baton.cli.Main} reads the arguments, one class for each command does the work.
 * Nothing here is an API; programs use {@link dev.baton.Baton}.
 */
@NullMarked
package dev.baton.cli;

import org.jspecify.annotations.NullMarked;
