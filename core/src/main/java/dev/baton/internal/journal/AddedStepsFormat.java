package dev.baton.internal.journal;

import dev.baton.Join;
import dev.baton.Parent;
import dev.baton.internal.definition.AddedSteps;
import dev.baton.internal.definition.StepParameters;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes the steps that a run added into bytes, and reads them back. */
final class AddedStepsFormat {

    private AddedStepsFormat() {}

    static void write(AddedSteps added, DataOutputStream out) throws IOException {
        out.writeInt(added.first());
        out.writeInt(added.steps().size());
        for (AddedSteps.Step step : added.steps()) {
            out.writeUTF(step.name());
            out.writeUTF(step.job());
            out.writeInt(step.join().needed());
            out.writeBoolean(step.mayFail());
            out.writeInt(step.parents().size());
            for (Parent.Edge parent : step.parents()) {
                out.writeUTF(parent.name());
                out.writeByte(parent.mask());
            }
            RunDetailsFormat.text(out, step.given().kept());
        }
    }

    static AddedSteps read(DataInputStream in) throws IOException {
        int first = in.readInt();
        int size = in.readInt();
        List<AddedSteps.Step> steps = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            String name = in.readUTF();
            String job = in.readUTF();
            Join join = new Join(in.readInt());
            boolean mayFail = in.readBoolean();
            List<Parent.Edge> parents = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                parents.add(new Parent.Edge(in.readUTF(), in.readByte()));
            }
            steps.add(new AddedSteps.Step(
                    name, job, List.copyOf(parents), join, mayFail, StepParameters.kept(RunDetailsFormat.text(in))));
        }
        return new AddedSteps(first, List.copyOf(steps));
    }
}
