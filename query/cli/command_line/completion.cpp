#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "../../../lib/board/families.hpp"
#include "help.hpp"

namespace mexbase::cli {

namespace {

// What every script does with the lists that stand before it. Bash offers and replaces what follows the last of its
// word breaks, and a spec has colons and equals signs in it.
constexpr std::string_view body = R"SCRIPT(
    local line=${COMP_LINE:0:COMP_POINT} word command= previous=- before list= file= tables=
    word=${line##*[[:space:]]}
    local -a typed
    read -ra typed <<<"${line%"$word"}"
    for before in "${typed[@]:1}"; do
        if [[ -z $command && $before != -* && -z ${takes_value[$previous]+x} ]]; then command=$before; fi
        [[ $previous == --tables ]] && tables=${before/#\~/$HOME}
        previous=$before
    done
    [[ -n $command && -z ${options[$command]+x} ]] && command=SPEC
    COMPREPLY=()
    if [[ -n ${takes_value[$previous]+x} ]]; then
        list=${takes_value[$previous]}
        [[ $list == FILE ]] && file=x list=
        [[ -z $list && -z $file ]] && return
    elif [[ $word == -* ]]; then
        list=${options[${command:-SPEC}]---help --version}
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
)SCRIPT";

/// For bash, between single quotes: there are none in what is quoted.
std::string in_single_quotes(std::string_view text) {
    std::string out = "'";
    for (const char c : text)
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    return out + '\'';
}

/// What may follow `key=`: its words, families of boards, and `FILE` where files are read.
std::string values_of(const KeyHelp& key) {
    std::string list;
    if (key.file == KeyHelp::File::graph || key.file == KeyHelp::File::snakes || key.file == KeyHelp::File::board)
        list = "FILE";
    for (const std::string_view word : key.words) list.append(" ").append(word);
    if (key.file == KeyHelp::File::board)
        for (const std::string_view name : board_family_names()) list.append(" ").append(name).append("-");
    return list;
}

}  // namespace

std::string bash_completion(const Program& program) {
    std::string script =
        fmt::format("# Completion of {0} for bash, as `{0} help --completion` prints it.\n_{0}() {{\n", program.name);
    std::string commands, spec_commands, options, values, families, keys, key_values;
    for (const Command& command : program.commands) {
        std::string list = "--help";
        for (const char* name : command.options) list.append(" --").append(name);
        options += fmt::format(" [{}]={}", command.name.empty() ? "SPEC" : command.name, in_single_quotes(list));
        if (command.name.empty()) continue;
        commands.append(commands.empty() ? "" : " ").append(command.name);
        const bool of_spec = command.usage.find("SPEC") != std::string_view::npos ||
                             command.usage.find("FAMILY") != std::string_view::npos;
        if (of_spec && !program.families.empty()) spec_commands.append(" ").append(command.name);
    }
    for (const auto& option : program.options.options()) {
        if (option->semantic()->max_tokens() == 0) continue;
        std::string list;
        for (const std::string& word : words_of(*option)) list += (list.empty() ? "" : " ") + word;
        const std::string name = option->semantic()->name();
        if (name == "FILE" || name == "DIR") list = "FILE";
        values += fmt::format(" [--{}]={}", option->long_name(), in_single_quotes(list));
        const std::string letter = short_name(*option);
        if (!letter.empty()) values += fmt::format(" [{}]={}", letter, in_single_quotes(list));
    }
    for (const Family& family : program.families) {
        const bool bare =
            std::ranges::all_of(family.help->keys, [](const KeyHelp& k) { return !k.fallback.empty() || k.optional; });
        families.append(families.empty() ? "" : " ").append(family.name).append(bare ? "" : ":");
        std::string list;
        for (const KeyHelp& key : family.help->keys) {
            list.append(list.empty() ? "" : " ").append(key.name).append("=");
            if (const std::string of_key = values_of(key); !of_key.empty())
                key_values += fmt::format(" [{}:{}]={}", family.name, key.name, in_single_quotes(of_key));
        }
        if (!list.empty()) keys += fmt::format(" [{}]={}", family.name, in_single_quotes(list));
    }
    script += fmt::format("    local commands={} spec_commands={} families={}\n", in_single_quotes(commands),
                          in_single_quotes(spec_commands), in_single_quotes(families));
    script += fmt::format("    local -A options=({} )\n    local -A takes_value=({} )\n", options, values);
    script += fmt::format("    local -A keys=({} )\n    local -A values=({} )\n", keys, key_values);
    // Without the line break that it begins with.
    script += body.substr(1);
    return script + fmt::format("complete -F _{0} {0}\n", program.name);
}

}  // namespace mexbase::cli
