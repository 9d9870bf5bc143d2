/** Registered jobs and workflows, and the nodes of their plans. */
@NullMarked
package dev.baton.internal.definition;

import org.jspecify.annotations.NullMarked;
