package dev.baton.worker.net;

import java.io.IOException;

/** The address may not be connected to. */
public final class AddressRefusedException extends IOException {

    private static final long serialVersionUID = 1;

    /** With what was refused, and why. */
    public AddressRefusedException(String message) {
        super(message);
    }
}
