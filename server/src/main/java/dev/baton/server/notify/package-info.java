/** Notifications about the ends of jobs and workflows, by webhook, Slack or e-mail. */
@NullMarked
package dev.baton.server.notify;

import org.jspecify.annotations.NullMarked;
