/** Backfills: executions for fires of the past. */
@NullMarked
package dev.baton.server.backfill;

import org.jspecify.annotations.NullMarked;
