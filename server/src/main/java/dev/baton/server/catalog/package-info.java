/** The catalog: the jobs and workflows of the server's file and those made through the API. */
@NullMarked
package dev.baton.server.catalog;

import org.jspecify.annotations.NullMarked;
