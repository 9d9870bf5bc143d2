package dev.baton.worker.kind;

import dev.baton.worker.ItemResult;
import dev.baton.worker.wire.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.function.Consumer;

/**
 * Hands on the results of items as their lines arrive, so that no more than one page is in memory. For one thread at a
 * time.
 */
final class ResultReader extends OutputStream {

    private final Consumer<ItemResult> action;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    ResultReader(Consumer<ItemResult> action) {
        this.action = action;
    }

    @Override
    public void write(int next) {
        if (next == '\n') {
            action.accept(WireFormat.mapper().readValue(line.toByteArray(), ItemResult.class));
            line.reset();
        } else {
            line.write(next);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        int start = from;
        for (int at = from; at < from + length; at++) {
            if (bytes[at] == '\n') {
                line.write(bytes, start, at - start);
                write('\n');
                start = at + 1;
            }
        }
        line.write(bytes, start, from + length - start);
    }
}
