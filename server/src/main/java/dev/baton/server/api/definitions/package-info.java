/** The endpoints for jobs and workflows: defining, showing, starting, drawing, checking and simulating them. */
@NullMarked
package dev.baton.server.api.definitions;

import org.jspecify.annotations.NullMarked;
