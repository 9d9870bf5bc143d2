/** The endpoints for executions and runs. */
@NullMarked
package dev.baton.server.api.runs;

import org.jspecify.annotations.NullMarked;
