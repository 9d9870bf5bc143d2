package dev.baton.server.api.runs;

import dev.baton.server.http.Doc;
import java.util.List;

/** Runs that are submitted together. */
@Doc("Runs to submit together, all of them or none.")
record BatchRequest(
        @Doc("The runs; each may depend on others by their ref.")
        List<SubmittedRun> runs) {}
