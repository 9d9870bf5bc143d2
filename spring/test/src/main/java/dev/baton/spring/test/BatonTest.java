package dev.baton.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/**
 * Runs a test with the application's jobs and workflows on a fake clock. The context has a {@link
 * dev.baton.test.FakeClock} and {@link dev.baton.test.Assumptions} as beans; nothing happens until the test advances the
 * clock, and then everything happens on it, in order. A web application is started without its server and
 * without Baton's dashboard. Baton keeps its executions in memory, unless {@code properties} say {@code
 * baton.store=database}. Each test method has a context of its own, whose clock
 * starts at the beginning of 2026, UTC; {@code baton.test.start} sets another instant.
 *
 * <pre>{@code
 * @BatonTest
 * class ReportTest {
 *     @Autowired Baton baton;
 *     @Autowired FakeClock clock;
 *
 *     @Test
 *     void the_report_is_written_every_night() {
 *         clock.advance(Duration.ofDays(30));
 *         assertThat(baton.pastExecutions("report")).hasSize(30);
 *     }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.MOCK)
@TestPropertySource(properties = "baton.dashboard.enabled=false")
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_EACH_TEST_METHOD)
@Import(BatonTestConfiguration.class)
public @interface BatonTest {

    /** The classes that make up the context; the application's own if there are none. */
    @AliasFor(annotation = SpringBootTest.class, attribute = "classes")
    Class<?>[] classes() default {};

    /** More properties of the application, which go over its own. */
    @AliasFor(annotation = SpringBootTest.class, attribute = "properties")
    String[] properties() default {};
}
