/** The contenders that Baton is measured against: bare ways through a graph, and other schedulers. */
@NullMarked
package dev.baton.bench.peer;

import org.jspecify.annotations.NullMarked;
