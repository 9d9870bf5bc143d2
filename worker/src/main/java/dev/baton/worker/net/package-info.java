/** Requests to addresses chosen by others: connections go only to addresses that were checked. */
@NullMarked
package dev.baton.worker.net;

import org.jspecify.annotations.NullMarked;
