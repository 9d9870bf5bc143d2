/**
 * Specifications of jobs and workflows, as files and requests contain them, in immutable records: {@link
 * dev.baton.server.spec.JobSpec}, {@link dev.baton.server.spec.WorkflowSpec} and their parts.
 */
@NullMarked
package dev.baton.server.spec;

import org.jspecify.annotations.NullMarked;
