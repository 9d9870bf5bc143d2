/** The endpoints of the HTTP API. */
@NullMarked
package dev.baton.server.api;

import org.jspecify.annotations.NullMarked;
