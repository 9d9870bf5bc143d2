package dev.baton.cli.convert;

import java.util.Locale;

/** The formats that can be imported. */
public enum ImportFormat {
    /** A crontab of a user, or of the system, whose lines name a user. */
    CRONTAB,
    /** Jobs and triggers of Quartz, in XML. */
    QUARTZ,
    /** A DAG of Dagu, in YAML. */
    DAGU,
    /** Jobs of CronLord, in TOML. */
    CRONLORD;

    /**
     * Reads a file.
     *
     * @param file its path, which may say something about what is in it
     * @param text what is in it
     * @throws BadImportException when it is something else
     */
    public Imported read(String file, String text) {
        return switch (this) {
            case CRONTAB -> new Crontab(Crontab.namesUsers(file)).read(text);
            case QUARTZ -> new QuartzXml().read(text);
            case DAGU -> DaguYaml.read(file, text);
            case CRONLORD -> new CronLordToml().read(text);
        };
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
