/** Processes that end as a whole: the program, its children, and what they left behind. */
@NullMarked
package dev.baton.worker.process;

import org.jspecify.annotations.NullMarked;
