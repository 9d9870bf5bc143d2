/** What workers on other hosts say to the server, and what people see of workers. */
@NullMarked
package dev.baton.server.api.workers;

import org.jspecify.annotations.NullMarked;
