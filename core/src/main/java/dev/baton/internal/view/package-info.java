/** The views of executions that users see. */
@NullMarked
package dev.baton.internal.view;

import org.jspecify.annotations.NullMarked;
