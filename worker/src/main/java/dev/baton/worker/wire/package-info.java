/** The protocol of workers and servers over HTTP. */
@NullMarked
package dev.baton.worker.wire;

import org.jspecify.annotations.NullMarked;
