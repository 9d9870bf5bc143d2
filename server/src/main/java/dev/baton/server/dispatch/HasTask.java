package dev.baton.server.dispatch;

/** A body that a worker executes, perhaps after the server has done something before. */
public interface HasTask {

    /** The task of the worker. */
    Task task();
}
