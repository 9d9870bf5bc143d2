package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

/** What Spring prepares ahead of time for a native image. */
class AheadOfTimeTest {

    @Test
    void an_application_with_jobs_is_prepared_with_its_methods_and_scripts() {
        InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("dev.baton.spring", "Application")), files);
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.register(
                    StarterTest.Shop.class, BatonObservationAutoConfiguration.class, BatonAutoConfiguration.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        }
        generation.writeGeneratedContent();

        assertThat(files.getGeneratedFiles(Kind.SOURCE)).isNotEmpty();
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(StarterTest.Reports.class, "report"))
                .accepts(generation.getRuntimeHints());
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(StarterTest.Etl.class, "load"))
                .accepts(generation.getRuntimeHints());
        assertThat(RuntimeHintsPredicates.resource().forResource("dev/baton/jdbc/sqlite/engine-1.sql"))
                .accepts(generation.getRuntimeHints());
    }
}
