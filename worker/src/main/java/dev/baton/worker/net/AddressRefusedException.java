package dev.baton.worker.net;

import java.io.IOException;

/**
 * Thrown when connections to an address are not allowed.
 *
 * <pre>{@code
 * try {
 *     http.send(call);
 * } catch (AddressRefusedException refused) {
 *     System.out.println("not a public address: " + refused.getMessage());
 * }
 * }</pre>
 */
public final class AddressRefusedException extends IOException {

    private static final long serialVersionUID = 1;

    /** @param message which address was refused, and why */
    public AddressRefusedException(String message) {
        super(message);
    }
}
