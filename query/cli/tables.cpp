#include "tables.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>
#include <utility>

#include "../../lib/error.hpp"
#include "../json/json.hpp"
#include "../kinds/kind.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

namespace po = boost::program_options;

/// What is written with `--tables` in place of a usage with FILE: `mexquery probe --tables DIR SPEC …`.
std::string usage_of_tables(const Command& command) {
    std::string usage(command.usage);
    const std::size_t end_of_name = usage.find(command.name) + command.name.size();
    for (std::size_t at = 0; (at = usage.find("FILE", at)) != std::string::npos;) usage.replace(at, 4, "SPEC");
    return usage.insert(end_of_name, " --tables DIR");
}

/// The table in a file. What other programs read from standard input where a file is called `-`, a table is not: it is
/// read from here and there.
Table open_file(const std::string& name, const OpenOptions& options) {
    auto table = Table::open(name, options);
    if (!table && name == "-" && table.error().code == ErrorCode::not_found)
        throw Error(ErrorCode::bad_usage, "a table is not read from standard input: give the name of its file");
    return std::move(table).value();
}

}  // namespace

void add_table_options(po::options_description& options) {
    auto add = options.add_options();
    add("tables", po::value<std::vector<std::string>>()->value_name("DIR"),
        "in place of a FILE give a SPEC: its table is looked for in this directory (and in others, if given again)");
    add("kind", po::value<std::string>()->value_name(kind_names("|", "|")),
        "with --tables: the kind of value (default the first of these that there is)");
    add("play", po::value<std::string>()->value_name("normal|misere"),
        "with --tables: the play (default normal first)");
}

std::vector<Command> with_tables(std::vector<Command> commands) {
    for (Command& command : commands)
        if (command.usage.find("FILE") != std::string_view::npos && command.name != "bench") {
            command.options.insert(command.options.end(), {"tables", "kind", "play"});
            if (command.other_usage.empty()) command.other_usage = usage_of_tables(command);
        }
    return commands;
}

Tables::Tables(const po::options_description& known, const Arguments& arguments, const OpenOptions& open,
               std::optional<MovesProgram> program)
    : open_(open), program_(std::move(program)) {
    if (!arguments.has("tables")) {
        for (const char* name : {"kind", "play"})
            if (arguments.has(name))
                throw Error(ErrorCode::bad_usage, std::string("--") + name + " goes with --tables");
        return;
    }
    LibraryOptions options;
    options.table = open_;
    library_ = Library::open(arguments.options["tables"].as<std::vector<std::string>>(), options).value();
    if (arguments.has("kind")) choice_.value = value_kind_from(word_option(known, arguments, "kind"));
    if (arguments.has("play"))
        choice_.play = word_option(known, arguments, "play") == "misere" ? Play::misere : Play::normal;
}

Table Tables::checked(Table table) const {
    if (program_) {
        if (const auto game = table.game(); game && game->family() == "program") program_->expect(game->partizan());
        check_program(table);
    }
    return table;
}

Table Tables::table(const std::string& name) const {
    return checked(library_ ? library_->table(name, choice_).value() : open_file(name, open_));
}

Table Tables::table_for(const std::string& name, const std::string& position) const {
    return checked(library_ ? library_->table_for(name, position, choice_).value() : open_file(name, open_));
}

void Tables::print_list(bool as_json) const {
    for (const LibraryFile& file : library_->files().value()) {
        if (as_json) {
            Json json;
            json["path"] = file.path;
            json["bytes"] = file.bytes;
            if (file.fault) {
                json["error"] = file.fault->message;
            } else {
                json["spec"] = file.spec;
                json["value"] = to_string(file.value);
                json["play"] = to_string(file.play);
                json["indices"] = file.indices;
            }
            std::cout << to_line(json) << '\n';
        } else if (file.fault) {
            std::cout << one_line(file.path) << ": passed over: " << file.fault->message << '\n';
        } else {
            std::cout << one_line(file.path) << ": " << file.spec << ", " << to_string(file.value) << " values, "
                      << to_string(file.play) << " play\n";
        }
    }
}

}  // namespace mexbase::cli
