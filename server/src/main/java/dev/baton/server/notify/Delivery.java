package dev.baton.server.notify;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the letters in the outbox. Retries a failed letter with exponential backoff for a day; meanwhile, other letters
 * to the same channel are delayed a little, so that a receiver that is down does not delay other channels. Delivery is
 * at least once: a letter is sent twice if the server crashes right after sending it.
 */
final class Delivery {

    static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    static final Duration GIVEN_UP_AFTER = Duration.ofDays(1);

    /** Longer than sending a letter takes. */
    static final Duration CLAIMED = Duration.ofMinutes(15);

    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
    private static final int AT_ONCE = 50;
    private static final int MOST_DOUBLINGS = 16;

    private final Outbox outbox;
    private final Channels channels;
    private final Sender sender;
    private final Clock clock;

    Delivery(Outbox outbox, Channels channels, Sender sender, Clock clock) {
        this.outbox = outbox;
        this.channels = channels;
        this.sender = sender;
        this.clock = clock;
    }

    /** Sends the letters that are due. Called by one thread at a time. */
    void deliverDue() throws InterruptedException {
        List<Letter> due = outbox.due(clock.instant(), AT_ONCE);
        while (!due.isEmpty()) {
            Set<String> silent = new HashSet<>();
            for (Letter letter : due) {
                if (!silent.contains(letter.channel()) && !deliver(letter)) {
                    silent.add(letter.channel());
                }
            }
            due = outbox.due(clock.instant(), AT_ONCE);
        }
    }

    /** Returns false if the channel did not accept the letter. */
    private boolean deliver(Letter letter) throws InterruptedException {
        Optional<Channel> channel = channels.named(letter.channel());
        if (channel.isEmpty()) {
            outbox.giveUp(
                    letter, "there is no channel \"%s\" in the configuration (any longer)".formatted(letter.channel()));
            return true;
        }
        if (!outbox.claim(letter, clock.instant().plus(CLAIMED))) {
            return true;
        }
        try {
            sender.send(channel.get().target(), Message.parse(letter.payload()));
            outbox.sent(letter);
            return true;
        } catch (IOException | IllegalArgumentException failure) {
            fail(letter, channel.get(), String.valueOf(failure.getMessage()));
            return false;
        }
    }

    private void fail(Letter letter, Channel channel, String error) {
        Instant now = clock.instant();
        if (now.isBefore(letter.created().plus(GIVEN_UP_AFTER))) {
            LOG.warn(
                    "{} ({}): a notification could not be delivered, and is tried again: {}",
                    channel.name(),
                    channel.target(),
                    error);
            outbox.tryAgain(letter, now.plus(pause(letter.attempts())), error);
        } else {
            LOG.error(
                    "{} ({}): a notification could not be delivered for a day, and is given up: {}",
                    channel.name(),
                    channel.target(),
                    error);
            outbox.giveUp(letter, error);
        }
        outbox.putOff(channel.name(), now.plus(FIRST_PAUSE));
    }

    /** The pause before the next attempt, after this number of earlier attempts. */
    static Duration pause(int before) {
        Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(before, MOST_DOUBLINGS));
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
}
