package dev.baton.docs;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.Extension;
import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.error.BatonClosedException;
import dev.baton.error.CyclicDependencyException;
import dev.baton.error.DidYouMean;
import dev.baton.error.DuplicateStepException;
import dev.baton.error.InvalidNameException;
import dev.baton.error.InvalidScheduleException;
import dev.baton.error.InvalidStepException;
import dev.baton.error.NameTakenException;
import dev.baton.error.NoOutputException;
import dev.baton.error.NoStepsException;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.NoSuchScheduleException;
import dev.baton.error.NotPossibleException;
import dev.baton.error.NotRecordedException;
import dev.baton.error.SecondFinalStepException;
import dev.baton.error.StillRunningException;
import dev.baton.error.StoreFailedException;
import dev.baton.error.TooManyStepsException;
import dev.baton.error.UnknownConditionException;
import dev.baton.error.UnknownParentException;
import dev.baton.schedule.Schedule;
import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** The examples in the Javadoc of exceptions. {@link DocsTest} compares the two. */
@SuppressWarnings({"unused", "resource", "SystemOut", "TimeZoneUsage", "JavaTimeDefaultTimeZone"})
abstract class ErrorExamples {

    abstract void publish();

    abstract void retryAfterRestart();

    void closed(Baton baton) {
        try {
            baton.trigger("report");
        } catch (BatonClosedException stopping) {
            retryAfterRestart();
        }
    }

    void cycles(Baton baton) {
        try {
            baton.addDependency("load", "extract");
        } catch (CyclicDependencyException cycle) {
            System.out.println(cycle.path()); // [extract, load, extract]
        }
    }

    void hints() {
        String hint = DidYouMean.sentence("trasnform", List.of("extract", "transform", "load"));
        System.out.println("there is no step \"trasnform\"." + hint); // … Did you mean "transform"?
    }

    void duplicates() {
        try {
            Workflow.define("etl", w -> {
                w.run("load", context -> publish());
                w.run("load", context -> publish());
            });
        } catch (DuplicateStepException twice) {
            System.out.println(twice.step()); // load
        }
    }

    void names(String tenant) {
        try {
            Job.named(tenant).run(context -> publish());
        } catch (InvalidNameException invalid) {
            System.out.println(invalid.name() + " cannot be the name of a job");
        }
    }

    void schedules(String given) {
        try {
            Schedule.parse(given);
        } catch (InvalidScheduleException invalid) {
            System.out.println(invalid.field() + ": " + invalid.reason());
        }
    }

    void invalid_steps() {
        try {
            Workflow.define("etl", w -> {
                Step<?> tidy = w.finalRun("tidy", context -> publish());
                w.run("load", context -> publish()).after(tidy); // nothing runs after the final step
            });
        } catch (InvalidStepException invalid) {
            System.out.println(invalid.step() + ": " + invalid.getMessage());
        }
    }

    void taken(Baton baton, Job job) {
        try {
            baton.add(job);
        } catch (NameTakenException taken) {
            baton.put(job); // replaces the job of that name
        }
    }

    void outputs(Execution execution, Step<Integer> count) {
        try {
            System.out.println(execution.output(count) + " rows");
        } catch (NoOutputException none) {
            System.out.println(execution.explain("count"));
        }
    }

    void no_steps(List<String> files) {
        try {
            Workflow.define("clean", w -> files.forEach(file -> w.run(file, context -> publish())));
        } catch (NoStepsException none) {
            System.out.println("there are no files to clean");
        }
    }

    void gone(Baton baton, UUID id) {
        try {
            System.out.println(baton.execution(id).status());
        } catch (NoSuchExecutionException gone) {
            System.out.println(gone.getMessage()); // it never was, or retention has removed it
        }
    }

    void unknown(Baton baton) {
        try {
            baton.pause("reprot");
        } catch (NoSuchJobException unknown) {
            System.out.println(unknown.getMessage()); // … Did you mean "report"?
        }
    }

    void unknown_schedules(Baton baton) {
        try {
            baton.schedules().pause("tenant-7");
        } catch (NoSuchScheduleException unknown) {
            System.out.println(unknown.name() + " has no schedule");
        }
    }

    void not_possible(Execution execution) {
        try {
            execution.retry();
        } catch (NotPossibleException refused) {
            System.out.println(refused.getMessage()); // the reason, and what to do instead
        }
    }

    void unrecorded(Baton baton) {
        Submission invoice = Submission.of("invoice").key("invoice-4711");
        try {
            baton.submit(invoice);
        } catch (NotRecordedException unreachable) {
            baton.submit(invoice); // the key makes it safe to repeat
        }
    }

    void final_steps() {
        try {
            Workflow.define("etl", w -> {
                w.finalRun("tidy", context -> publish());
                w.finalRun("report", context -> publish());
            });
        } catch (SecondFinalStepException second) {
            System.out.println(second.getMessage());
        }
    }

    void patience(Execution execution) throws InterruptedException {
        try {
            execution.await(Duration.ofMinutes(5));
        } catch (StillRunningException slow) {
            System.out.println(slow.getMessage()); // the execution goes on
        }
    }

    void stores(Baton baton) {
        try {
            baton.trigger("report");
        } catch (StoreUnavailableException away) {
            retryAfterRestart();
        } catch (StoreFailedException broken) {
            System.out.println(broken.getMessage());
        }
    }

    void too_many(RunContext context, Extension more) {
        try {
            context.extend(more);
        } catch (TooManyStepsException many) {
            System.out.println("at most " + many.most() + " steps can be added");
        }
    }

    void conditions(String given) {
        try {
            System.out.println(Condition.parse(given));
        } catch (UnknownConditionException unknown) {
            System.out.println(unknown.getMessage());
        }
    }

    void parents() {
        try {
            Workflow.define("etl", w -> w.run("load", context -> publish()).after("trasnform"));
        } catch (UnknownParentException unknown) {
            System.out.println(unknown.step() + " runs after " + unknown.parent());
        }
    }
}
