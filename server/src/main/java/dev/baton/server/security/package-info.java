/**
 * Security: tokens, sessions, roles, and the checks of requests. This package depends neither on HTTP classes nor on
 * databases.
 */
@NullMarked
package dev.baton.server.security;

import org.jspecify.annotations.NullMarked;
