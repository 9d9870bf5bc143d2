# Completion of baton for fish: baton completion fish > ~/.config/fish/completions/baton.fish
function __baton_complete
    set -l words (commandline -opc)
    set -l found (baton complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c baton -f -a '(__baton_complete)'
