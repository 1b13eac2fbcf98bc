function __PROGRAM_command
    set -l previous -
    for word in (commandline -opc)[2..]
        if not string match -q -- '-*' $word; and not contains -- $previous $__PROGRAM_takes_value
            echo $word
            return
        end
        set previous $word
    end
    return 1
end

function __PROGRAM_is
    set -l command (__PROGRAM_command)
    contains -- "$command" $__PROGRAM_commands; or set command $__PROGRAM_unnamed
    contains -- "$command" $argv
end

function __PROGRAM_tables
    set -l typed (commandline -opc)
    set -l at (contains -i -- --tables $typed); or return 1
    $typed[1] info --tables $typed[(math $at + 1)] --json 2>/dev/null | string replace -rf '.*"spec":"([^"\\\\]*)".*' '$1'
end

function __PROGRAM_specs
    set -l word (commandline -ct)
    if string match -q '@*' -- $word
        set -l list (string sub -s 2 -- $word)*
        for each in $list
            echo @$each
        end
        return
    end
    if not string match -q '*:*' -- $word
        __PROGRAM_words families
        return
    end
    set -l family (string split -m1 : -- $word)[1]
    set -l head (string replace -r '[^:,]*$' '' -- $word)
    set -l rest (string replace -r '.*[:,]' '' -- $word)
    set -l list (__PROGRAM_words $family)
    if string match -q '*=*' -- $rest
        set -l pair (string split -m1 = -- $rest)
        set head $head$pair[1]=
        set list (__PROGRAM_words $family:$pair[1])
        if test "$list[1]" = FILE
            set -e list[1]
            set -a list $pair[2]*
        end
    end
    for each in $list
        echo $head$each
    end
end
