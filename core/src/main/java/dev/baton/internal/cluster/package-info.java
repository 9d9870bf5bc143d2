/** The ownership of executions, and how nodes share one store. */
@NullMarked
package dev.baton.internal.cluster;

import org.jspecify.annotations.NullMarked;
