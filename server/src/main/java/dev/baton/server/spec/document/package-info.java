/**
 * Documents and the keys they may hold. A file in TOML and a request in JSON become the same tree of
 * {@link dev.baton.server.spec.document.Node nodes}; {@link dev.baton.server.spec.document.Key keys} are declared once, as
 * data, and reading, the search for unknown keys, the JSON Schema and the reference all go by these declarations.
 */
@NullMarked
package dev.baton.server.spec.document;

import org.jspecify.annotations.NullMarked;
