// SPDX-License-Identifier: MIT
#include "tables.hpp"

#include <utility>

#include "../../lib/error.hpp"
#include "../kinds/kind.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// Opens the table in a file. `-` does not mean standard input, because tables need random access.
Table open_file(const std::string& name, const OpenOptions& options) {
    auto table = Table::open(name, options);
    if (!table && name == "-" && table.error().code == ErrorCode::not_found)
        throw Error(ErrorCode::bad_usage, "cannot read a table from standard input: give the name of its file");
    return std::move(table).value();
}

}  // namespace

Tables::Tables(const Arguments& arguments, const OpenOptions& open, std::optional<MovesProgram> program)
    : open_(open), program_(std::move(program)) {
    if (!arguments.has("tables")) {
        for (const char* name : {"kind", "play", "distance"})
            if (arguments.has(name))
                throw Error(ErrorCode::bad_usage, std::string("--") + name + " can only be used with --tables");
        return;
    }
    LibraryOptions options;
    options.table = open_;
    library_ = Library::open(arguments.options["tables"].as<std::vector<std::string>>(), options).value();
    if (arguments.has("kind")) choice_.value = value_kind_from(word_option(arguments, "kind"));
    if (arguments.has("distance"))
        choice_.distance = word_option(arguments, "distance") == "exit" ? Distance::exit : Distance::end;
    if (arguments.has("play")) choice_.play = word_option(arguments, "play") == "misere" ? Play::misere : Play::normal;
}

Table Tables::opened(const std::string& name, const std::function<Table()>& open) const {
    opened_ = false;
    Table table = open();
    names_.insert(name);
    opened_ = true;
    if (program_) {
        if (const auto game = table.game(); game && game->family() == "program") program_->expect(game->partizan());
        check_program(table);
    }
    return table;
}

Table Tables::table(const std::string& name) const {
    return opened(name, [&] { return library_ ? library_->table(name, choice_).value() : open_file(name, open_); });
}

Table Tables::table_for(const std::string& name, const std::string& position) const {
    return opened(
        name, [&] { return library_ ? library_->table_for(name, position, choice_).value() : open_file(name, open_); });
}

Table Tables::table_for_sum(const std::string& name, const std::string& position, bool obliged) const {
    return opened(name, [&] {
        return library_ ? library_->table_for_sum(name, position, obliged, choice_).value() : open_file(name, open_);
    });
}

std::string Tables::opened_names() const {
    std::string text;
    if (!opened_) return text;
    for (const std::string& name : names_) text += (text.empty() ? "" : " or ") + in_quotes(name);
    return text;
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
                if (file.distance == Distance::exit) json["distance"] = "exit";
                json["indices"] = file.indices;
            }
            print(json);
        } else if (file.fault) {
            std::cout << one_line(file.path) << ": skipped: " << file.fault->message << '\n';
        } else {
            std::cout << one_line(file.path) << ": " << file.spec << ", " << to_string(file.value) << " values, "
                      << to_string(file.play) << " play"
                      << (file.distance == Distance::exit ? ", distances to an exit\n" : "\n");
        }
    }
}

}  // namespace mexbase::cli
