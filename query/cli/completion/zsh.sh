    local word previous command known tables
    for word in "${words[@]:1:$((CURRENT - 2))}"; do
        if [[ -z $command && $word != -* ]] && ! (( ${takes_value[(Ie)$previous]} )); then command=$word; fi
        [[ $previous == --tables ]] && tables=${word/#\~/$HOME}
        previous=$word
    done
    known=$command
    (( ${names[(Ie)$command]} )) || known=$unnamed
    _PROGRAM_options
    _arguments -S : "${specs[@]}" '*: :_PROGRAM_words'
}

_PROGRAM_words() {
    if [[ -z $command ]]; then
        _describe -t commands command summaries
        [[ -n $families ]] && _PROGRAM_specs
    elif [[ $command == help ]]; then
        _describe -t commands command summaries
    elif [[ -n $tables ]]; then
        compadd -- ${(f)"$(${words[1]} info --tables $tables --json 2>/dev/null | sed -n 's/.*"spec":"\([^"\\]*\)".*/\1/p')"}
    elif [[ " $spec_commands " == *" $known "* ]]; then
        _PROGRAM_specs
    else
        _files
    fi
}

_PROGRAM_specs() {
    local family=${PREFIX%%:*} key
    local -a list
    if [[ $PREFIX == @* ]]; then
        compset -P '@'
        _files
    elif ! compset -P '*[:,]'; then
        list=(${(M)${=families}:#*:})
        compadd -S '' -a list
        list=(${${=families}:#*:})
        compadd -a list
    elif [[ $PREFIX == *=* ]]; then
        key=${PREFIX%%=*}
        compset -P '*='
        list=(${=values[$family:$key]})
        if [[ ${list[1]} == FILE ]]; then
            _files
            shift list
        fi
        compadd -S '' -a list
    else
        list=(${=keys[$family]})
        compadd -S '' -a list
    fi
}

if [[ ${funcstack[1]} == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
