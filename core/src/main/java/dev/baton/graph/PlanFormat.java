package dev.baton.graph;

import dev.baton.Join;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes a plan as bytes and reads it back, with the same step numbers. */
final class PlanFormat {

    private static final int VERSION = 1;

    private PlanFormat() {}

    static byte[] write(Plan plan) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeInt(plan.size());
            out.writeInt(plan.finalStep().orElse(-1));
            for (int step = 0; step < plan.size(); step++) {
                out.writeUTF(plan.name(step));
                out.writeInt(plan.join(step).needed());
                out.writeBoolean(plan.mayFail(step));
                writeEdges(plan.childEdges(), step, out);
            }
            out.writeInt(plan.outsideParents().size());
            for (Map.Entry<Integer, List<String>> outside :
                    plan.outsideParents().entrySet()) {
                out.writeInt(outside.getKey());
                out.writeInt(outside.getValue().size());
                for (String parent : outside.getValue()) {
                    out.writeUTF(parent);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void writeEdges(Plan.Edges children, int step, DataOutputStream out) throws IOException {
        out.writeInt(children.count(step));
        for (int e = children.first(step); e < children.end(step); e++) {
            out.writeInt(children.step()[e]);
            out.writeByte(children.mask()[e]);
        }
    }

    static Plan read(byte[] bytes) {
        PlanBuilder builder = new PlanBuilder();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalArgumentException("a graph was kept in format " + version
                        + ", and this version of Baton reads format " + VERSION + ": it was kept by a newer one");
            }
            int size = in.readInt();
            int finalStep = in.readInt();
            for (int step = 0; step < size; step++) {
                builder.step(in.readUTF());
                builder.join(step, new Join(in.readInt()));
                if (in.readBoolean()) {
                    builder.mayFail(step);
                }
                for (int edges = in.readInt(); edges > 0; edges--) {
                    builder.edge(step, in.readInt(), in.readByte());
                }
            }
            if (finalStep >= 0) {
                builder.finalStep(finalStep);
            }
            for (int outside = in.readInt(); outside > 0; outside--) {
                int step = in.readInt();
                for (int parents = in.readInt(); parents > 0; parents--) {
                    builder.outsideParent(step, in.readUTF());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return builder.buildAsNumbered();
    }

    /** An id that is the same for the same graph, on every node. */
    static UUID id(byte[] bytes) {
        try {
            ByteBuffer hash =
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes));
            return new UUID(hash.getLong(), hash.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
