/** The server's own tables: tokens, sessions, the audit log, definitions made through the API. */
@NullMarked
package dev.baton.server.store;

import org.jspecify.annotations.NullMarked;
