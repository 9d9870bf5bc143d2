/** The endpoints for jobs and workflows: they define, show, start, draw, validate and simulate them. */
@NullMarked
package dev.baton.server.api.definitions;

import org.jspecify.annotations.NullMarked;
