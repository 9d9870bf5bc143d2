/** Checks of a server's health, for operators. */
@NullMarked
package dev.baton.server.doctor;

import org.jspecify.annotations.NullMarked;
