/** The endpoints of the HTTP API: what they show, and what they do. */
@NullMarked
package dev.baton.server.api;

import org.jspecify.annotations.NullMarked;
