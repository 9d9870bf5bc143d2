/** The terminal: tables, status words, colours, exit codes and the shape of error messages. */
@NullMarked
package dev.baton.cli.output;

import org.jspecify.annotations.NullMarked;
