/** Metrics of an embedded scheduler, for any Micrometer registry. */
@NullMarked
package dev.baton.micrometer;

import org.jspecify.annotations.NullMarked;
