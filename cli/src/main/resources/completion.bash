# Completion of baton for bash: source <(baton completion bash)
_baton() {
    local IFS=$'\n' words
    words=("${COMP_WORDS[@]:1:COMP_CWORD}")
    # The word itself, not what the shell made of it at a colon or an equals sign.
    # shellcheck disable=SC2207 # candidates are lines
    COMPREPLY=($("${COMP_WORDS[0]}" complete -- "${words[@]}" 2>/dev/null))
}
complete -o default -F _baton baton ./baton
