/** The commands that ask a running server for something, or tell it to do something. */
@NullMarked
package dev.baton.cli.remote;

import org.jspecify.annotations.NullMarked;
