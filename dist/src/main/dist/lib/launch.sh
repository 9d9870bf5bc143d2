# Finds a Java and runs Baton's jar with it. Read by bin/baton of an archive and by the script of a checkout; no command
# of its own. Options for the JVM come from BATON_JAVA_OPTS.

OLDEST_JAVA=17

fail() {
    printf 'baton: %s\n' "$1" >&2
    exit 1
}

# Prints the file that a path leads to once all symbolic links are followed.
resolve() {
    path=$1
    while [ -L "$path" ]; do
        target=$(readlink "$path")
        case $target in
            /*) path=$target ;;
            *) path=$(dirname "$path")/$target ;;
        esac
    done
    printf '%s\n' "$path"
}

# ---- which Java to use

# Prints the major version of the Java in a directory; 0 when there is none.
java_version() {
    version=
    if [ -x "$1/bin/java" ]; then
        if [ -f "$1/release" ]; then
            # The file is there to be read, and reading it is faster than starting a JVM.
            version=$(sed -n 's/^JAVA_VERSION="\(1\.\)\{0,1\}\([0-9][0-9]*\).*/\2/p' "$1/release")
        fi
        if [ -z "$version" ]; then
            version=$("$1/bin/java" -version 2>&1 | sed -n 's/.* version "\(1\.\)\{0,1\}\([0-9][0-9]*\).*/\2/p' | head -n 1)
        fi
    fi
    echo "${version:-0}"
}

# Prints the directory of the java on the PATH, links followed: its bin holds the real file.
java_on_path() {
    found=$(command -v java) || return 0
    dirname "$(dirname "$(resolve "$found")")"
}

# Sets java_home to the Java to use: JAVA_HOME, else the newest that is installed, else the one on the PATH. With an
# argument it has to have that program as well.
find_java() {
    program=${1:-java}
    java_home=${JAVA_HOME:-}
    if [ -n "$java_home" ] && [ -x "$java_home/bin/$program" ] \
        && [ "$(java_version "$java_home")" -ge "$OLDEST_JAVA" ]; then
        return 0
    fi
    java_home=
    newest=$((OLDEST_JAVA - 1))
    for candidate in \
        /usr/lib/jvm/* \
        /usr/local/lib/jvm /usr/local/lib/jvm/* \
        /opt/java* /opt/java*/* /opt/jdk* \
        "${HOME:-/nonexistent}"/.sdkman/candidates/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if [ -x "$candidate/bin/$program" ]; then
            version=$(java_version "$candidate")
            if [ "$version" -gt "$newest" ]; then
                newest=$version
                java_home=$candidate
            fi
        fi
    done
    if [ -z "$java_home" ]; then
        candidate=$(java_on_path)
        if [ -n "$candidate" ] && [ -x "$candidate/bin/$program" ] \
            && [ "$(java_version "$candidate")" -ge "$OLDEST_JAVA" ]; then
            java_home=$candidate
        fi
    fi
    [ -n "$java_home" ]
}

no_java() {
    fail "no Java of version $OLDEST_JAVA or newer found$1.
Install one (for example the package openjdk-$OLDEST_JAVA-jdk or temurin-25-jdk), or set JAVA_HOME to where it is."
}

# ---- class-data sharing

# A JVM starts faster from an archive of classes that are loaded and verified already. An archive belongs to one jar and
# one Java. The launcher makes it once, in the background, and uses it from the next start on. 'baton warm-up' makes it
# in the foreground, for the build of an image or a package. The arguments come before the command: 'nice', or nothing.
make_archive() {
    # One at a time, and one try for each jar: where it fails, commands are slower, and nothing else.
    mkdir "$archive.lock" 2>/dev/null || return 0
    # shellcheck disable=SC2086 # several options are several words
    "$@" "$java_home/bin/java" $jvm_options -XX:ArchiveClassesAtExit="$archive.new" -jar "$jar" warm-up \
        </dev/null >"$archive.log" 2>&1 \
        && mv "$archive.new" "$archive"
}

# ---- names of files

# In the locale C, where a service, cron or a container often runs, Java cannot open files whose names are not ASCII: its
# own jar, for one. Only the kind of characters is set, and to what the other programs take for bytes anyway.
speak_utf8() {
    case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
        C | POSIX) ;;
        *) return 0 ;;
    esac
    if [ -n "${LC_ALL:-}" ]; then
        LC_ALL=C.UTF-8
        export LC_ALL
    else
        LC_CTYPE=C.UTF-8
        export LC_CTYPE
    fi
}

# ---- running

# launch JAR DIRECTORY ARGUMENTS…: runs the jar in the place of this shell, so that signals reach it, with the archive of
# classes in that directory. Without a directory there is no archive.
launch() {
    jar=$1
    archives=$2
    shift 2
    find_java || no_java ""
    speak_utf8
    version=$(java_version "$java_home")
    case ${1:-} in
        server | worker)
            # These stay: the JVM is to do its best, and out of memory it is better started anew than left half alive.
            jvm_options=-XX:+ExitOnOutOfMemoryError
            ;;
        *)
            # A command is over before the best compiler and a parallel collector could pay for their start.
            jvm_options='-XX:+UseSerialGC -XX:TieredStopAtLevel=1'
            ;;
    esac
    if [ "$version" -ge 24 ]; then
        # The library of the expressions uses memory in a way that these versions warn of; older ones do not know the
        # option.
        jvm_options="$jvm_options --sun-misc-unsafe-memory-access=allow"
    fi
    archive=$archives/java-$version.jsa
    archive_option=
    if [ -z "$archives" ] || [ -n "${BATON_NO_ARCHIVE:-}" ]; then
        :
    elif [ -f "$archive" ] && [ -z "$(find "$java_home/release" -newer "$archive" 2>/dev/null)" ]; then
        # An archive that does not fit is passed over, silently: what the JVM says about it would stand in the output.
        archive_option=-XX:SharedArchiveFile=$archive
    elif [ "${1:-}" = warm-up ]; then
        make_archive || fail "the archive of classes could not be made: see $archive.log"
        return 0
    else
        make_archive nice </dev/null >/dev/null 2>&1 &
    fi
    if [ -n "$archive_option" ]; then
        jvm_options="$jvm_options -Xshare:auto -Xlog:disable -Xlog:all=error:stderr"
    fi
    # shellcheck disable=SC2086 # several options are several words
    exec "$java_home/bin/java" $jvm_options ${archive_option:+"$archive_option"} ${BATON_JAVA_OPTS:-} -jar "$jar" "$@"
}
