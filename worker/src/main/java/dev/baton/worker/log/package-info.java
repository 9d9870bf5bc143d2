/** What a run says: masked, cut into lines, kept within bounds until it is sent. */
@NullMarked
package dev.baton.worker.log;

import org.jspecify.annotations.NullMarked;
