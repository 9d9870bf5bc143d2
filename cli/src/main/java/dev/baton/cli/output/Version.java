package dev.baton.cli.output;

import picocli.CommandLine.IVersionProvider;

/** The version from the jar's manifest; classes outside a jar have none. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "baton " + (version == null ? "(development)" : version),
            "java " + Runtime.version() + " on " + System.getProperty("os.name")
        };
    }
}
