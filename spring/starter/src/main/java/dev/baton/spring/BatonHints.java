package dev.baton.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Registers the resources that a native image needs: the scripts that create Baton's tables. */
final class BatonHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        hints.resources().registerPattern("dev/baton/jdbc/postgres/*.sql");
        hints.resources().registerPattern("dev/baton/jdbc/sqlite/*.sql");
    }
}
