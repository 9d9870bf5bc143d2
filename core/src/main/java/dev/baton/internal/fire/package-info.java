/** Running schedules, and missed fires. */
@NullMarked
package dev.baton.internal.fire;

import org.jspecify.annotations.NullMarked;
