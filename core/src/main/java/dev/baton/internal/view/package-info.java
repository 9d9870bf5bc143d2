/** What users are shown of executions. */
@NullMarked
package dev.baton.internal.view;

import org.jspecify.annotations.NullMarked;
