/** Where executions live, and how nodes on one store share them. */
@NullMarked
package dev.baton.internal.cluster;

import org.jspecify.annotations.NullMarked;
