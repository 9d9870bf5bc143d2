/** What workers and servers say to each other over HTTP. */
@NullMarked
package dev.baton.worker.wire;

import org.jspecify.annotations.NullMarked;
