/** The policies of jobs: retries, limits, overlap, retention. Values that decide, without a clock or a thread. */
@NullMarked
package dev.baton.policy;

import org.jspecify.annotations.NullMarked;
