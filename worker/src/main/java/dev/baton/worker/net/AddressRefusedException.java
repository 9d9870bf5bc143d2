package dev.baton.worker.net;

import java.io.IOException;

/** Thrown when connections to an address are not allowed. */
public final class AddressRefusedException extends IOException {

    private static final long serialVersionUID = 1;

    /** @param message which address was refused, and why */
    public AddressRefusedException(String message) {
        super(message);
    }
}
