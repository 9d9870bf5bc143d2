package dev.baton.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Debian package, made from the archive and unpacked again. */
@Tag("ci")
class DebianPackageTest {

    @TempDir
    private static Path made;

    private static Path baton;

    @TempDir
    private Path directory;

    /** Once for all tests, which would spend most of their time on it. */
    @BeforeAll
    static void build_it() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "NOT TESTED: there is no dpkg-deb here");
        baton = build(made.resolve("baton.deb"));
    }

    private static Path build(Path file) throws Exception {
        Program.run(
                made,
                Map.of(),
                Path.of("deb").toAbsolutePath().toString(),
                System.getProperty("baton.archive") + ".tar.gz",
                file.toString());
        return file;
    }

    @Test
    void the_package_installs_a_command_that_runs() throws Exception {
        Path root = directory.resolve("root");
        Program.run(directory, Map.of(), "dpkg-deb", "-x", baton.toString(), root.toString());
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
        assertThat(root.resolve("usr/share/man/man1/baton.1.gz")).isNotEmptyFile();
    }

    @Test
    void completion_is_where_the_shells_look_for_it() throws Exception {
        Path root = directory.resolve("root");
        Program.run(directory, Map.of(), "dpkg-deb", "-x", baton.toString(), root.toString());
        assertThat(root.resolve("usr/share/bash-completion/completions/baton"))
                .content()
                .contains("complete ");
        assertThat(root.resolve("usr/share/zsh/vendor-completions/_baton"))
                .content()
                .startsWith("#compdef baton");
        assertThat(root.resolve("usr/share/fish/vendor_completions.d/baton.fish"))
                .content()
                .contains("complete -c baton");
    }

    @Test
    void everybody_may_read_what_is_installed_and_root_owns_it() throws Exception {
        String listing = Program.run(directory, Map.of(), "dpkg-deb", "-c", baton.toString());
        assertThat(listing.lines())
                .allSatisfy(
                        line -> assertThat(line).matches("(-r.[-x]r-[-x]r-[-x]|drwxr-xr-x|lrwxrwxrwx) root/root .*"));
        assertThat(listing)
                .contains("./etc/baton/baton.toml", "./usr/bin/baton -> ../share/baton/bin/baton")
                .doesNotContain(".jsa");
    }

    @Test
    void its_scripts_do_not_fail_where_systemd_does_not_run() throws Exception {
        assumeFalse(Files.isDirectory(Path.of("/run/systemd/system")), "NOT TESTED: systemd runs here");
        Path control = directory.resolve("control");
        Program.run(directory, Map.of(), "dpkg-deb", "-e", baton.toString(), control.toString());
        // Not those that would make or remove a user and files of this machine.
        Program.run(directory, Map.of(), control.resolve("prerm").toString(), "upgrade", "1");
        Program.run(directory, Map.of(), control.resolve("postinst").toString(), "abort-upgrade", "1");
        Program.run(directory, Map.of(), control.resolve("postrm").toString(), "upgrade", "1");
        for (String script : List.of("prerm", "postinst", "postrm")) {
            Program.run(directory, Map.of(), "sh", "-n", control.resolve(script).toString());
        }
    }

    @Test
    void the_same_archive_gives_the_same_package() throws Exception {
        assertThat(build(made.resolve("again.deb"))).hasSameBinaryContentAs(baton);
    }

    @Test
    void its_description_names_what_it_needs() throws Exception {
        assertThat(Program.run(directory, Map.of(), "dpkg-deb", "--info", baton.toString()))
                .contains("Package: baton", "java17-runtime-headless", "conffiles", "postinst");
    }
}
