#compdef baton
# Completion of baton for zsh: baton completion zsh > "${fpath[1]}/_baton"
_baton() {
    local -a candidates
    candidates=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ ${#candidates} -gt 0 && -n ${candidates[1]} ]]; then
        compadd -a candidates
    else
        _files
    fi
}
if [[ ${funcstack[1]} == _baton ]]; then
    _baton "$@"
else
    compdef _baton baton
fi
