/** The endpoints for workers and queues. */
@NullMarked
package dev.baton.server.api.workers;

import org.jspecify.annotations.NullMarked;
