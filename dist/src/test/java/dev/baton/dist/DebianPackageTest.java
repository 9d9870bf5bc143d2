package dev.baton.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Debian package, made from the archive and unpacked again. */
class DebianPackageTest {

    @TempDir
    private Path directory;

    @BeforeEach
    void needs_dpkg() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "NOT TESTED: there is no dpkg-deb here");
    }

    private Path build(String name) throws Exception {
        Path file = directory.resolve(name);
        Program.run(
                directory,
                Map.of(),
                Path.of("deb").toAbsolutePath().toString(),
                System.getProperty("baton.archive") + ".tar.gz",
                file.toString());
        return file;
    }

    @Test
    void the_package_installs_a_command_that_runs() throws Exception {
        Path root = directory.resolve("root");
        Program.run(directory, Map.of(), "dpkg-deb", "-x", build("baton.deb").toString(), root.toString());
        assertThat(Program.run(
                        directory,
                        Map.of("BATON_NO_ARCHIVE", "1"),
                        root.resolve("usr/bin/baton").toString(),
                        "cron",
                        "@daily"))
                .contains("at 00:00");
        assertThat(root.resolve("lib/systemd/system/baton.service"))
                .content()
                .contains("ExecStart=/usr/bin/baton server")
                .doesNotContain("/opt/baton");
        assertThat(root.resolve("usr/share/doc/baton/copyright")).content().contains("Apache License");
    }

    @Test
    void the_same_archive_gives_the_same_package() throws Exception {
        assertThat(build("one.deb")).hasSameBinaryContentAs(build("two.deb"));
    }

    @Test
    void its_description_names_what_it_needs() throws Exception {
        assertThat(Program.run(
                        directory,
                        Map.of(),
                        "dpkg-deb",
                        "--info",
                        build("baton.deb").toString()))
                .contains("Package: baton", "java17-runtime-headless", "conffiles", "postinst");
    }
}
