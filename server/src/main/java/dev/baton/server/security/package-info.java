/**
 * Who may do what: tokens, sessions, roles, and the checks that a request must pass. Values in, values out: nothing here
 * knows HTTP classes or databases.
 */
@NullMarked
package dev.baton.server.security;

import org.jspecify.annotations.NullMarked;
