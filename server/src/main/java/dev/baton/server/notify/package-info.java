/** Tells people and other systems how jobs and workflows end: by webhook, Slack or e-mail. */
@NullMarked
package dev.baton.server.notify;

import org.jspecify.annotations.NullMarked;
