/** Jobs with a window: before such a job runs, it checks the latest runs of other jobs. */
@NullMarked
package dev.baton.server.window;

import org.jspecify.annotations.NullMarked;
