/** The jobs and workflows that the server knows: those of its file, and those made through the API. */
@NullMarked
package dev.baton.server.catalog;

import org.jspecify.annotations.NullMarked;
