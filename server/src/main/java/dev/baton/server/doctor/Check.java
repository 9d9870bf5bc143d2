package dev.baton.server.doctor;

import java.util.List;

/** One check of the server's health. */
public interface Check {

    /** The name of the check. */
    String name();

    /** Runs the check. An exception counts as a failed check. */
    List<Finding> look();
}
