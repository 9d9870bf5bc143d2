/** The layout of graphs, for the API and for the command line without a server. */
@NullMarked
package dev.baton.server.graph;

import org.jspecify.annotations.NullMarked;
