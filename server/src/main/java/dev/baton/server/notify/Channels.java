package dev.baton.server.notify;

import java.util.List;
import java.util.Optional;

/** The channels, and the jobs and workflows that use them. Queried each time, so that a reload applies immediately. */
public interface Channels {

    /** The channel with this name. */
    Optional<Channel> named(String name);

    /** The channels of a job; none if there is no such job. */
    List<Channel> ofJob(String name);

    /** The channels of a workflow; none if there is no such workflow. */
    List<Channel> ofWorkflow(String name);
}
