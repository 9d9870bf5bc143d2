package dev.baton.internal.execution;

import dev.baton.internal.definition.BoundPlan;
import dev.baton.internal.definition.Definition;
import dev.baton.spi.Store;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An execution that is to be started.
 *
 * @param id what it will be called
 * @param definition what it is an execution of
 * @param plan what it works on
 * @param cause why it is started, and with what
 * @param fire the fire of a schedule that it is; null for none
 */
public record Start(UUID id, Definition definition, BoundPlan plan, StartCause cause, Store.@Nullable Fire fire) {}
