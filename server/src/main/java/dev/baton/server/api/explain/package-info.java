/** Why runs and executions are where they are: what the engine says, and what only the server knows. */
@NullMarked
package dev.baton.server.api.explain;

import org.jspecify.annotations.NullMarked;
