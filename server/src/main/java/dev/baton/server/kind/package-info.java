/**
 * The kinds of work: one class for each, which implements {@link dev.baton.server.kind.WorkSpec}, and {@link
 * dev.baton.server.kind.Kinds}, which lists them.
 */
@NullMarked
package dev.baton.server.kind;

import org.jspecify.annotations.NullMarked;
