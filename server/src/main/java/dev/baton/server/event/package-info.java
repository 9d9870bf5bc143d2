/** Live events of the server, for clients that follow them. */
@NullMarked
package dev.baton.server.event;

import org.jspecify.annotations.NullMarked;
