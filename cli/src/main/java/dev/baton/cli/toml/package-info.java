/** Definitions written as TOML, as people would write them. */
@NullMarked
package dev.baton.cli.toml;

import org.jspecify.annotations.NullMarked;
