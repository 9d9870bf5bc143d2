package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Configured;
import dev.baton.Interceptor;
import dev.baton.Job;
import dev.baton.Join;
import dev.baton.Step;
import dev.baton.Timed;
import dev.baton.TypedJob;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import dev.baton.error.BatonException;
import dev.baton.error.InvalidScheduleException;
import dev.baton.jdbc.JsonCodec;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.schedule.MissedFires;
import java.lang.reflect.Method;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.convert.ConversionService;

/**
 * Registers the application's jobs and workflows once all beans exist: methods with {@link BatonJob}, beans with
 * {@link BatonWorkflow}, and beans of type {@link Job} and {@link Workflow}. Looks at the types of beans, and makes none.
 */
final class AnnotatedBeans implements SmartInitializingSingleton {

    /** In {@code baton.crons}: no schedule at all. */
    private static final String NO_SCHEDULE = "-";

    private final Baton baton;
    private final ConfigurableListableBeanFactory beans;
    private final Map<String, String> crons;
    private final @Nullable Interceptor transactions;
    private final JsonCodec codec;
    private final Set<String> scheduled = new TreeSet<>();
    private final Map<String, String> claimed = new HashMap<>();

    AnnotatedBeans(
            Baton baton,
            ConfigurableListableBeanFactory beans,
            Map<String, String> crons,
            @Nullable Interceptor transactions,
            JsonCodec codec) {
        this.baton = baton;
        this.beans = beans;
        this.crons = crons;
        this.transactions = transactions;
        this.codec = codec;
    }

    @Override
    public void afterSingletonsInstantiated() {
        beans.getBeansOfType(Job.class).forEach((bean, job) -> {
            claim(job.name(), "the bean " + bean);
            baton.put(withCron(job));
        });
        beans.getBeansOfType(TypedJob.class).forEach((bean, job) -> {
            claim(job.name(), "the bean " + bean);
            baton.put(withCron(job.job()));
        });
        beans.getBeansOfType(Workflow.class).forEach((bean, workflow) -> {
            claim(workflow.name(), "the bean " + bean);
            baton.put(workflow);
        });
        for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
            Class<?> type = ScopedProxyUtils.isScopedTarget(name) ? null : typeOf(name);
            if (type != null) {
                look(name, type);
            }
        }
        for (String name : crons.keySet()) {
            if (!scheduled.contains(name)) {
                throw new IllegalArgumentException("baton.crons." + name + " is the schedule of no job and no annotated"
                        + " workflow; there are " + scheduled);
            }
        }
    }

    /** Names are unique: one of two would silently take the place of the other. */
    private void claim(String name, String by) {
        String other = claimed.putIfAbsent(name, by);
        if (other != null) {
            throw new IllegalStateException(
                    "there are two definitions of \"" + name + "\": " + other + ", and " + by + ". Rename one.");
        }
    }

    private @Nullable Class<?> typeOf(String name) {
        return AutoProxyUtils.determineTargetClass(beans, name);
    }

    private void look(String bean, Class<?> type) {
        if (AnnotationUtils.isCandidateClass(type, BatonJob.class)) {
            methods(type, BatonJob.class).forEach((method, job) -> baton.put(of(method, () -> job(bean, method, job))));
        }
        BatonWorkflow workflow = AnnotatedElementUtils.findMergedAnnotation(type, BatonWorkflow.class);
        if (workflow != null) {
            baton.put(workflow(bean, type, workflow));
        } else if (AnnotationUtils.isCandidateClass(type, BatonStep.class)) {
            methods(type, BatonStep.class).keySet().stream().findFirst().ifPresent(step -> {
                throw new IllegalStateException(BeanMethod.name(step) + " is a @BatonStep, and "
                        + type.getSimpleName() + " is no workflow: add @BatonWorkflow to the class, or make the"
                        + " method a @BatonJob");
            });
        }
    }

    /** Lets the message of a mistake in an annotation say which method has it. */
    private static <T> T of(Method method, Supplier<T> made) {
        try {
            return made.get();
        } catch (BatonException | IllegalArgumentException | DateTimeException e) {
            throw new IllegalStateException(BeanMethod.name(method) + ": " + e.getMessage(), e);
        }
    }

    private static <A extends java.lang.annotation.Annotation> Map<Method, A> methods(Class<?> type, Class<A> wanted) {
        return MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<A>)
                method -> AnnotatedElementUtils.findMergedAnnotation(method, wanted));
    }

    private Job job(String bean, Method method, BatonJob annotation) {
        String name = text(annotation.name(), method.getName());
        claim(name, method.getDeclaringClass().getSimpleName() + "." + method.getName());
        Job.Builder job = timed(Job.named(name), name, annotation.cron(), annotation.zone(), annotation.missed());
        job = limited(job, annotation.timeout(), annotation.attempts(), annotation.retryDelay(), annotation.queue())
                .priority(annotation.priority())
                .overlap(overlap(text(annotation.overlap(), "allow")))
                .tags(annotation.tags());
        if (annotation.labels().length > 0) {
            job = job.labels(annotation.labels());
        }
        if (annotation.transactional()) {
            job = job.intercept(transactions(name));
        }
        return job.call(body(bean, method));
    }

    private Job withCron(Job job) {
        scheduled.add(job.name());
        String cron = crons.get(job.name());
        return cron == null
                ? job
                : scheduled(job.toBuilder(), job.name(), cron.equals(NO_SCHEDULE) ? "@triggered" : cron)
                        .call(job.body());
    }

    /** Lets the message of a wrong schedule name the property, if it is in one. */
    private <S extends Timed<S>> S scheduled(S definition, String name, String cron) {
        try {
            return definition.cron(cron);
        } catch (InvalidScheduleException e) {
            throw crons.containsKey(name)
                    ? new IllegalStateException("baton.crons." + name + ": " + e.getMessage(), e)
                    : e;
        }
    }

    private Workflow workflow(String bean, Class<?> type, BatonWorkflow annotation) {
        String name = text(annotation.name(), annotation.name());
        claim(name, type.getSimpleName());
        return Workflow.define(name, w -> {
            WorkflowBuilder builder = timed(w, name, annotation.cron(), annotation.zone(), annotation.missed())
                    .overlap(overlap(text(annotation.overlap(), "allow")))
                    .onStepFailure(annotation.onStepFailure())
                    .tags(annotation.tags());
            String timeout = text(annotation.timeout(), "");
            if (!timeout.isEmpty()) {
                builder.timeout(duration(timeout));
            }
            Map<String, BeanMethod> bodies = new LinkedHashMap<>();
            Map<String, List<String>> parents = new HashMap<>();
            methods(type, BatonStep.class).forEach((method, step) -> {
                BeanMethod body = body(bean, method);
                String stepName = of(method, () -> add(builder, method, body, step));
                bodies.put(stepName, body);
                if (!step.isFinal()) {
                    parents.put(stepName, parents(step));
                }
            });
            bodies.forEach((step, body) -> body.outputs().forEach(wanted -> check(name, body, step, wanted, parents)));
        });
    }

    private List<String> parents(BatonStep step) {
        return Stream.of(step.after())
                .map(parent -> text(parent, "").replaceFirst(":.*", ""))
                .toList();
    }

    /** Rejects a parameter that takes the output of a step that cannot have ended: the step must be upstream. */
    private static void check(
            String workflow, BeanMethod body, String step, String wanted, Map<String, List<String>> parents) {
        Deque<String> left = new ArrayDeque<>(List.of(step));
        Set<String> seen = new TreeSet<>();
        while (!left.isEmpty()) {
            for (String parent : parents.getOrDefault(left.pop(), List.of(Step.ANY))) {
                if (parent.equals(wanted) || parent.equals(Step.ANY)) {
                    return;
                }
                if (seen.add(parent)) {
                    left.push(parent);
                }
            }
        }
        throw new IllegalStateException(body + " takes the output of \"" + wanted + "\", and in workflow \"" + workflow
                + "\" it " + (seen.isEmpty() ? "runs after no step" : "runs after " + seen)
                + ": add it to after, or correct @FromStep");
    }

    private String add(WorkflowBuilder workflow, Method method, BeanMethod body, BatonStep annotation) {
        String name = text(annotation.name(), method.getName());
        Step<?> step = annotation.isFinal() ? workflow.finalCall(name, body) : workflow.call(name, body);
        for (String parent : annotation.after()) {
            after(step, text(parent, ""));
        }
        if (annotation.any()) {
            step.join(Join.any());
        }
        if (annotation.allowFailure()) {
            step.allowFailure();
        }
        limited(step, annotation.timeout(), annotation.attempts(), annotation.retryDelay(), annotation.queue());
        if (annotation.transactional()) {
            step.intercept(transactions(step.fullName()));
        }
        return name;
    }

    private static void after(Step<?> step, String parent) {
        int colon = parent.indexOf(':');
        if (colon < 0) {
            step.after(parent);
        } else {
            step.after(parent.substring(0, colon), Condition.parse(parent.substring(colon + 1)));
        }
    }

    private <S extends Timed<S>> S timed(S definition, String name, String cron, String zone, String missed) {
        scheduled.add(name);
        String schedule = crons.getOrDefault(name, text(cron, ""));
        S timed = definition;
        if (!schedule.isEmpty() && !schedule.equals(NO_SCHEDULE)) {
            timed = scheduled(timed, name, schedule);
        }
        String zoneName = text(zone, "");
        if (!zoneName.isEmpty()) {
            timed = timed.zone(zoneName);
        }
        return timed.missedFires(
                switch (text(missed, "skip")) {
                    case "skip" -> MissedFires.skip();
                    case "run-once" -> MissedFires.runOnce();
                    case "run-all" -> MissedFires.runAll();
                    default ->
                        throw new IllegalArgumentException(
                                "missed is skip, run-once or run-all, not \"" + missed + "\"");
                });
    }

    private <S extends Configured<S>> S limited(
            S definition, String timeout, int attempts, String retryDelay, String queue) {
        S limited = definition;
        String limit = text(timeout, "");
        if (!limit.isEmpty()) {
            limited = limited.timeout(duration(limit));
        }
        if (attempts < 1) {
            throw new IllegalArgumentException("a run has one attempt or more, not " + attempts);
        }
        if (attempts > 1) {
            limited = limited.retry(Retry.exponential(attempts, duration(text(retryDelay, "10s"))));
        }
        String queueName = text(queue, "");
        return queueName.isEmpty() ? limited : limited.queue(queueName);
    }

    private static Overlap overlap(String text) {
        return switch (text) {
            case "allow" -> Overlap.allow();
            case "skip" -> Overlap.skip();
            case "queue" -> Overlap.queue();
            case "replace" -> Overlap.replace();
            default ->
                throw new IllegalArgumentException("overlap is allow, skip, queue or replace, not \"" + text + "\"");
        };
    }

    private Interceptor transactions(String name) {
        if (transactions == null) {
            throw new IllegalStateException("\"" + name + "\" is transactional, and the scheduler keeps its runs in"
                    + " memory, where there is no transaction to join: give the application a DataSource and"
                    + " spring-boot-starter-jdbc; in a @BatonTest, set properties = \"baton.store=database\"");
        }
        return transactions;
    }

    private BeanMethod body(String bean, Method method) {
        ConversionService known = beans.getConversionService();
        return new BeanMethod(
                beans, bean, method, known == null ? ApplicationConversionService.getSharedInstance() : known, codec);
    }

    private static Duration duration(String text) {
        return DurationStyle.detectAndParse(text);
    }

    private String text(String text, String otherwise) {
        String resolved = beans.resolveEmbeddedValue(text);
        return resolved == null || resolved.isEmpty() ? otherwise : resolved;
    }
}
