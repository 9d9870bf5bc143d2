/** The dashboard and the API inside a program that embeds Baton: at a path of its web application, as a servlet. */
@NullMarked
package dev.baton.server.mount;

import org.jspecify.annotations.NullMarked;
