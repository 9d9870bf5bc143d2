# Completion of baton for fish: baton completion fish > ~/.config/fish/completions/baton.fish
function __baton_complete
    set -l words (commandline -opc)
    baton complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c baton -a '(__baton_complete)'
