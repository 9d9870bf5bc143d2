/**
 * The HTTP side: a table of {@link dev.baton.server.http.Endpoint}s, served by {@link dev.baton.server.http.ApiServer}
 * behind one filter that authenticates every request.
 */
@NullMarked
package dev.baton.server.http;

import org.jspecify.annotations.NullMarked;
