/** Steps that wait: for a moment, a file, an answer. */
@NullMarked
package dev.baton.server.wait;

import org.jspecify.annotations.NullMarked;
