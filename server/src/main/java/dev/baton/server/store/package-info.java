/** What the server keeps beside the runs: tokens, sessions, the audit log, definitions made through the API. */
@NullMarked
package dev.baton.server.store;

import org.jspecify.annotations.NullMarked;
