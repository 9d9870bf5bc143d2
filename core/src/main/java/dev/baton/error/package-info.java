/** What Baton throws: one sealed family of unchecked exceptions. */
@NullMarked
package dev.baton.error;

import org.jspecify.annotations.NullMarked;
