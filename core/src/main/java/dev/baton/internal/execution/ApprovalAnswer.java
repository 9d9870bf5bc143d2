package dev.baton.internal.execution;

import org.jspecify.annotations.Nullable;

/**
 * A person's answer to a step that waits for an approval, ready to be recorded.
 *
 * @param output the comment, in the form it is kept in; null when it was rejected
 * @param failure what the run fails with; null when it was approved
 */
record ApprovalAnswer(@Nullable Object output, @Nullable Failure failure) {}
