/** Tests of a Spring Boot application's jobs and workflows, on a fake clock. */
@NullMarked
package dev.baton.spring.test;

import org.jspecify.annotations.NullMarked;
