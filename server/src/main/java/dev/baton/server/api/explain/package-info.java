/** Explanations of the status of runs and executions: the engine's, with additions that only the server knows. */
@NullMarked
package dev.baton.server.api.explain;

import org.jspecify.annotations.NullMarked;
