/** Read-only views of executions for users: snapshots of runs, and explanations of their status. */
@NullMarked
package dev.baton.internal.view;

import org.jspecify.annotations.NullMarked;
