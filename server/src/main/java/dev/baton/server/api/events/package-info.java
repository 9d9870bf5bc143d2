/** What happens, for those who watch: events and figures. */
@NullMarked
package dev.baton.server.api.events;

import org.jspecify.annotations.NullMarked;
