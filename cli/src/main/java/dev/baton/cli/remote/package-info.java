/** The commands that call a running server. */
@NullMarked
package dev.baton.cli.remote;

import org.jspecify.annotations.NullMarked;
