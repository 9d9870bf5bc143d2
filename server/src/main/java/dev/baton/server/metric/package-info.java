/** Observability: metrics for Prometheus, spans for OpenTelemetry. */
@NullMarked
package dev.baton.server.metric;

import org.jspecify.annotations.NullMarked;
