/** What the API makes of definitions and history for people who look: figures, timelines, forecasts, search. */
@NullMarked
package dev.baton.server.api.insight;

import org.jspecify.annotations.NullMarked;
