/** The dashboard and the API at a path of a Spring Boot application. */
@NullMarked
package dev.baton.spring.dashboard;

import org.jspecify.annotations.NullMarked;
