/** Graphs of workflows as pictures and texts. */
@NullMarked
package dev.baton.cli.draw;

import org.jspecify.annotations.NullMarked;
