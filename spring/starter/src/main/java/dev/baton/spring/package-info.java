/** Baton in a Spring Boot application: a scheduler on the application's database, and jobs as methods of beans. */
@NullMarked
package dev.baton.spring;

import org.jspecify.annotations.NullMarked;
