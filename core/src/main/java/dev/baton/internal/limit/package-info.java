/** Gates: overlap policies, limits and rates. */
@NullMarked
package dev.baton.internal.limit;

import org.jspecify.annotations.NullMarked;
