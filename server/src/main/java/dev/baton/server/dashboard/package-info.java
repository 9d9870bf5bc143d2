/** Serves the dashboard to browsers: its pages and the files they load. */
@NullMarked
package dev.baton.server.dashboard;

import org.jspecify.annotations.NullMarked;
