/**
 * Stores in a database: SQLite for one process, PostgreSQL for many nodes. {@link dev.baton.jdbc.Stores} creates them;
 * {@link dev.baton.jdbc.Enqueue} starts executions inside a transaction of the caller.
 */
@NullMarked
package dev.baton.jdbc;

import org.jspecify.annotations.NullMarked;
