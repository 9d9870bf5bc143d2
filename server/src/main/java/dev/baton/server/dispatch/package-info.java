/** Hands ready runs to workers, in this process and on other hosts, and takes their results. */
@NullMarked
package dev.baton.server.dispatch;

import org.jspecify.annotations.NullMarked;
