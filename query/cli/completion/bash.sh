    local line=${COMP_LINE:0:COMP_POINT} word command= previous=- before list= file= tables=
    word=${line##*[[:space:]]}
    local -a typed
    read -ra typed <<<"${line%"$word"}"
    for before in "${typed[@]:1}"; do
        if [[ -z $command && $before != -* && -z ${takes_value[$previous]+x} ]]; then command=$before; fi
        [[ $previous == --tables ]] && tables=${before/#\~/$HOME}
        previous=$before
    done
    [[ -n $command && -z ${options[$command]+x} ]] && command=$unnamed
    COMPREPLY=()
    if [[ -n ${takes_value[$previous]+x} ]]; then
        list=${takes_value[$previous]}
        [[ $list == FILE ]] && file=x list=
        [[ -z $list && -z $file ]] && return
    elif [[ $word == -* ]]; then
        list=${options[${command:-$unnamed}]---help --version}
    elif [[ $previous == help ]]; then
        list=$commands
    elif [[ -n $tables && -n $command ]]; then
        list=$("${typed[0]}" info --tables "$tables" --json 2>/dev/null | sed -n 's/.*"spec":"\([^"\\]*\)".*/\1/p')
    elif [[ -n $families && -z $command && $word == @* ]]; then
        local each
        for each in $(compgen -f -- "${word#@}"); do list+=" @$each"; done
    elif [[ $word == *:* ]]; then
        local family=${word%%:*} rest=${word##*[:,]}
        local head=${word%"$rest"}
        if [[ $rest == *=* ]]; then
            local key=${rest%%=*}
            head+=$key=
            list=${values[$family:$key]}
            [[ $list == FILE* ]] && file=x list=${list#FILE}
        else
            list=${keys[$family]}
        fi
        local each with=
        for each in $list; do with+=" $head$each"; done
        list=$with
        if [[ -n $file ]]; then
            for each in $(compgen -f -- "${rest#*=}"); do list+=" $head$each"; done
            file=
        fi
    elif [[ -z $command ]]; then
        list="$commands $families"
    elif [[ " $spec_commands " == *" $command "* ]]; then
        list=$families
    else
        file=x
    fi
    COMPREPLY=($(compgen -W "$list" -- "$word"))
    [[ -n $file ]] && COMPREPLY+=($(compgen -f -- "$word"))
    [[ ${#COMPREPLY[@]} == 1 && $COMPREPLY == *[:=-] ]] && compopt -o nospace 2>/dev/null
    [[ ${#COMPREPLY[@]} == 1 && -d $COMPREPLY ]] && compopt -o filenames 2>/dev/null
    local kept=${word%"${word##*[$COMP_WORDBREAKS]}"}
    COMPREPLY=("${COMPREPLY[@]#"$kept"}")
}
complete -F _PROGRAM PROGRAM
