/**
 * The configuration of a server: {@link dev.baton.server.config.ConfigLoader} reads a file and the environment into a
 * {@link dev.baton.server.config.Configuration}, or reports all problems.
 */
@NullMarked
package dev.baton.server.config;

import org.jspecify.annotations.NullMarked;
