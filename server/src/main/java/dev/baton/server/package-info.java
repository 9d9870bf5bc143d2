/** The Baton server. */
@NullMarked
package dev.baton.server;

import org.jspecify.annotations.NullMarked;
