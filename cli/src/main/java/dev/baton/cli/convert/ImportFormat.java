package dev.baton.cli.convert;

import java.util.Locale;
import java.util.function.BiFunction;

/** The formats that can be imported. */
public enum ImportFormat {
    /** A crontab of a user, or of the system, whose lines name a user. */
    CRONTAB((file, text) -> new Crontab(Crontab.namesUsers(file)).read(text)),
    /** Jobs and triggers of Quartz, in XML. */
    QUARTZ((file, text) -> new QuartzXml().read(text)),
    /** A DAG of Dagu, in YAML. */
    DAGU((file, text) -> new DaguYaml().read(file, text)),
    /** Jobs of CronLord, in TOML. */
    CRONLORD((file, text) -> new CronLordToml().read(text));

    private final BiFunction<String, String, Imported> reader;

    ImportFormat(BiFunction<String, String, Imported> reader) {
        this.reader = reader;
    }

    /**
     * Reads a file.
     *
     * @param file its path, which may say something about what is in it
     * @param text what is in it
     * @throws BadImportException when it is something else
     */
    public Imported read(String file, String text) {
        return reader.apply(file, text);
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
