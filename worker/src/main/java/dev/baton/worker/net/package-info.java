/** Requests to addresses that others choose: what is connected to is what was checked. */
@NullMarked
package dev.baton.worker.net;

import org.jspecify.annotations.NullMarked;
