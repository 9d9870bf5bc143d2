/** The client of a server's public API: where the server is, who asks, and what a name or an id stands for. */
@NullMarked
package dev.baton.cli.client;

import org.jspecify.annotations.NullMarked;
