/** Sources of the items of a fan-out: one class for each scheme of {@code inputs_from}. */
@NullMarked
package dev.baton.server.resolve;

import org.jspecify.annotations.NullMarked;
