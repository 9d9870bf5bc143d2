/** Endpoints that summarise definitions and history for people: figures, timelines, forecasts, search. */
@NullMarked
package dev.baton.server.api.insight;

import org.jspecify.annotations.NullMarked;
