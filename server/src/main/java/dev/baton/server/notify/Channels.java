package dev.baton.server.notify;

import java.util.List;
import java.util.Optional;

/** The channels there are, and who names which. Asked again each time, so that a reload counts at once. */
public interface Channels {

    /** The channel of this name. */
    Optional<Channel> named(String name);

    /** The channels that a job names; none when there is no such job. */
    List<Channel> ofJob(String name);

    /** The channels that a workflow names; none when there is no such workflow. */
    List<Channel> ofWorkflow(String name);
}
