package dev.baton.bench.durable;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;

/**
 * The processor time that jobs have taken, which other programs on the machine hardly change.
 *
 * @param database of the server processes of PostgreSQL that have worked for the contender, in microseconds
 * @param program of this process, in microseconds
 */
record ProcessorTime(double database, double program) {

    /** The time until now; of server processes, only those count whose connections are still open. */
    static ProcessorTime now(Workplace workplace) throws SQLException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new ProcessorTime(workplace.processorMicros(), system.getProcessCpuTime() / 1e3);
    }

    /** The time since another moment, for each of so many jobs. */
    ProcessorTime perJob(ProcessorTime since, int jobs) {
        return new ProcessorTime((database - since.database) / jobs, (program - since.program) / jobs);
    }
}
