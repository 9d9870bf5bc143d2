/** Checks of a server's health, for people who wonder what is wrong. */
@NullMarked
package dev.baton.server.doctor;

import org.jspecify.annotations.NullMarked;
