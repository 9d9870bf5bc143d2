/** Makes a static site of the docs: plain HTML, one style sheet, and a search that runs in the browser. */
@NullMarked
package dev.baton.site;

import org.jspecify.annotations.NullMarked;
