/**
 * Schedulers that keep their jobs in a database, measured side by side: {@link
 * dev.baton.bench.durable.DurableSideBySide} is the program, each {@link dev.baton.bench.durable.DurablePart} one
 * measurement and each {@link dev.baton.bench.durable.DurableContender} one side of it.
 */
@NullMarked
package dev.baton.bench.durable;

import org.jspecify.annotations.NullMarked;
