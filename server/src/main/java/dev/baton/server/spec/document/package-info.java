/**
 * Documents and their keys. A file in TOML and a request in JSON become the same tree of {@link
 * dev.baton.server.spec.document.Node nodes}; {@link dev.baton.server.spec.document.Key keys} are declared once, as
 * data, and reading, the check for unknown keys, the JSON Schema and the reference all use these declarations.
 */
@NullMarked
package dev.baton.server.spec.document;

import org.jspecify.annotations.NullMarked;
