/** What happens on this server, for those who watch it live. */
@NullMarked
package dev.baton.server.event;

import org.jspecify.annotations.NullMarked;
