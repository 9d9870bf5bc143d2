package dev.baton.server.api.runs;

import dev.baton.Explanation;
import dev.baton.server.http.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why something is where it is. */
@Doc("Why a run or an execution is where it is.")
record ExplanationView(
        @Doc("The run or execution.") String subject,
        @Doc("Its status.") String status,
        @Doc("All of it in a sentence or two.") String text,
        @Doc("The causes, the most important first.") List<CauseView> because,

        @Doc("What would move it; missing when nothing needs to.") @Nullable String remedy) {

    /** A cause. */
    @Doc("A cause.")
    record CauseView(
            @Doc("What kind of cause it is.") Explanation.Kind kind,
            @Doc("The job, step or limit it is about.") String name,
            @Doc("In words.") String text) {}

    static ExplanationView of(Explanation explanation) {
        return new ExplanationView(
                explanation.subject(),
                explanation.status(),
                explanation.text(),
                explanation.because().stream()
                        .map(cause -> new CauseView(cause.kind(), cause.name(), cause.text()))
                        .toList(),
                explanation.remedy().isEmpty() ? null : explanation.remedy());
    }
}
