/**
 * Stores that survive: SQLite in a file, PostgreSQL for many nodes. {@link dev.baton.jdbc.Stores} makes them, {@link
 * dev.baton.jdbc.Enqueue} starts executions from within a transaction of the caller's own.
 */
@NullMarked
package dev.baton.jdbc;

import org.jspecify.annotations.NullMarked;
