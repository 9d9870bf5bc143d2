/** Hands ready runs to workers, in this process and elsewhere, and takes back what came of them. */
@NullMarked
package dev.baton.server.dispatch;

import org.jspecify.annotations.NullMarked;
