/** The log of a run: masked, split into lines, and bounded until it is sent. */
@NullMarked
package dev.baton.worker.log;

import org.jspecify.annotations.NullMarked;
