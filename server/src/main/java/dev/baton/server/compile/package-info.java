/** Compiles the specifications in files and requests to jobs and workflows of the engine. */
@NullMarked
package dev.baton.server.compile;

import org.jspecify.annotations.NullMarked;
