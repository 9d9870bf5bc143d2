/**
 * Nodes as processes of their own, the harm that is done to them, and the check of what they did. The driver and the
 * nodes have nothing in common but the {@linkplain dev.baton.faults.Scenario scenarios}, the database and the ledger.
 */
@NullMarked
package dev.baton.faults;

import org.jspecify.annotations.NullMarked;
