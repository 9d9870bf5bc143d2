/** The state of executions, and the turn that advances them: messages in, changes out. */
@NullMarked
package dev.baton.internal.execution;

import org.jspecify.annotations.NullMarked;
