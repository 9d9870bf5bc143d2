/**
 * The HTTP side: a table of {@link dev.baton.server.http.Endpoint}s, served by {@link dev.baton.server.http.ApiServer}
 * behind one filter that lets nobody through who is not known.
 */
@NullMarked
package dev.baton.server.http;

import org.jspecify.annotations.NullMarked;
