/** Turns what files and requests describe into jobs and workflows of the engine. */
@NullMarked
package dev.baton.server.compile;

import org.jspecify.annotations.NullMarked;
