/** Where the steps of a graph stand when it is drawn: used by the API, and by the command line without a server. */
@NullMarked
package dev.baton.server.graph;

import org.jspecify.annotations.NullMarked;
