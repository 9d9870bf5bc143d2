/**
 * The same order processing with Baton, db-scheduler, JobRunr and Quartz: an order is placed in a transaction, charged
 * with retries, packed item by item, shipped; a customer who cannot pay is told, and the order is closed in any case.
 */
@NullMarked
package dev.baton.compare;

import org.jspecify.annotations.NullMarked;
