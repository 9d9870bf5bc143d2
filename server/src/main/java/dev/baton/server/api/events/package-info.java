/** Endpoints for live events and metrics. */
@NullMarked
package dev.baton.server.api.events;

import org.jspecify.annotations.NullMarked;
