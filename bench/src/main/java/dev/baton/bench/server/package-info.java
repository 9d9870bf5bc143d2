/** Load on a server in a process of its own, over HTTP. */
@NullMarked
package dev.baton.bench.server;

import org.jspecify.annotations.NullMarked;
