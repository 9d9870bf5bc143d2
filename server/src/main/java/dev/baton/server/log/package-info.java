/** The logs of runs: kept in chunks in the database, read page by page or followed live. */
@NullMarked
package dev.baton.server.log;

import org.jspecify.annotations.NullMarked;
