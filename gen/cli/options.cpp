// SPDX-License-Identifier: MIT
#include <algorithm>
#include <thread>

#include "../../lib/error.hpp"
#include "../../query/kinds/kind.hpp"
#include "../memory.hpp"
#include "../temporary_folder.hpp"
#include "commands.hpp"

namespace mexbase::cli {

extern const std::string_view mexgen_commands, mexgen_options, mexgen_notes;

Program mexgen_program(const Registry& registry) {
    std::string codecs;
    for (const std::string_view name : codec_names()) codecs.append(codecs.empty() ? "" : "|").append(name);
    Program program = read_program(program_name, {mexgen_commands, mexgen_options, mexgen_notes},
                                   {{"kinds", kind_names("|", "|")}, {"codecs", codecs}}, registry.families());
    program.advice = {{Remedy::name_program, "command", "name it with --program COMMAND"},
                      {Remedy::name_command, "command", "name it with --command COMMAND"},
                      {Remedy::allow_positions, "", "--positions N sets the maximum"},
                      {Remedy::skip_checkpoint, "", "switch it off with --checkpoint 0"},
                      {Remedy::allow_memory, "", "allow more with --memory SIZE"}};
    for (Command& command : program.commands)
        for (std::string* line : {&command.usage, &command.other_usage, &command.example})
            if (line->starts_with("mexgen ")) line->replace(0, 6, program_name);
    return program;
}

std::uint64_t allowed_memory(const Arguments& arguments) {
    if (!arguments.has("memory")) return machine_memory() / 4 * 3;
    const std::string& text = arguments.text("memory");
    const std::uint64_t size = parse_size(text);
    // A size without a unit that is too small for any job is meant in MiB.
    if (size < std::uint64_t{1} << 20 && text == std::to_string(size))
        throw Error(ErrorCode::bad_usage, "--memory " + text + " is " + text + " bytes; write " + text + "M");
    return size;
}

JobOptions job_options(const Arguments& arguments) {
    JobOptions options;
    const unsigned processors = std::clamp(std::thread::hardware_concurrency(), 1u, 256u);
    options.threads = static_cast<unsigned>(number_option(arguments, "threads", 1, processors, 256));
    // If nothing is left for the job, it says how much it needs.
    options.memory = std::max(allowed_memory(arguments), program_memory + 1) - program_memory;
    if (arguments.has("play")) options.play = word_option(arguments, "play") == "normal" ? Play::normal : Play::misere;
    if (arguments.has("codec")) options.codec = codec_from(word_option(arguments, "codec"));
    if (arguments.has("checkpoint"))
        options.checkpoint_seconds = static_cast<double>(number_option(arguments, "checkpoint", 0, 0, 1'000'000));
    options.apart = arguments.has("apart");
    options.arcs = arguments.has("arcs");
    if (arguments.has("scratch")) expect_scratch_folder(options.scratch = arguments.text("scratch"));
    if (arguments.has("level")) options.level = static_cast<int>(number_option(arguments, "level", 1, 19, 19));
    return options;
}

std::optional<ValueKind> value_kind(const Arguments& arguments) {
    if (!arguments.has("value")) return std::nullopt;
    return value_kind_from(word_option(arguments, "value"));
}

}  // namespace mexbase::cli
