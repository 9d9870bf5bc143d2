package dev.baton.server.doctor;

import java.util.List;

/** One thing to look at. */
public interface Check {

    /** The name of the check. */
    String name();

    /** Looks. Whatever it throws counts as a failure of what it looked at. */
    List<Finding> look();
}
