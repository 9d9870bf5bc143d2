/**
 * What a file or a request says about jobs and workflows, as immutable records: {@link dev.baton.server.spec.JobSpec},
 * {@link dev.baton.server.spec.WorkflowSpec} and their parts.
 */
@NullMarked
package dev.baton.server.spec;

import org.jspecify.annotations.NullMarked;
