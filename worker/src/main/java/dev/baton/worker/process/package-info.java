/** Processes that end as a whole: the program, its children, and orphans they left behind. */
@NullMarked
package dev.baton.worker.process;

import org.jspecify.annotations.NullMarked;
