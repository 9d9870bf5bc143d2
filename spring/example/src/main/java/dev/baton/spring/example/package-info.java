/** A shop on Spring Boot: orders are taken in a transaction, and a workflow processes them. */
@NullMarked
package dev.baton.spring.example;

import org.jspecify.annotations.NullMarked;
