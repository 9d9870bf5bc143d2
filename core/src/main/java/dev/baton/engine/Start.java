package dev.baton.engine;

import dev.baton.spi.Store;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An execution that is to be started.
 *
 * @param id what it will be called
 * @param definition what it is an execution of
 * @param shape what it works on
 * @param cause why it is started, and with what
 * @param key nobody wants a second one with this key
 * @param fire the fire of a schedule that it is; null for none
 */
record Start(
        UUID id,
        Definition definition,
        Definition.Shape shape,
        LiveExecution.Cause cause,
        @Nullable String key,
        Store.@Nullable Fire fire) {}
