/** Executions and runs: what the API shows of them, and what people do to them. */
@NullMarked
package dev.baton.server.api.runs;

import org.jspecify.annotations.NullMarked;
