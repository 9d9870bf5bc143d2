/** Jobs that look at the latest runs of other jobs before they run. */
@NullMarked
package dev.baton.server.window;

import org.jspecify.annotations.NullMarked;
