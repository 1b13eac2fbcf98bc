// SPDX-License-Identifier: MIT
#include "game_file.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <utility>

#include "../lib/board/families.hpp"
#include "../lib/board/text/graph_file.hpp"
#include "../lib/error.hpp"
#include "../query/format/contents.hpp"

namespace mexbase {

namespace {

/// Maximum size of a text file in bytes. The parsers have lower limits.
constexpr std::uint64_t largest_text = std::uint64_t{65} << 20;

/// Appends the file to `text` in pieces until `enough(text)` is true or the file ends.
template <class Enough>
void read_until(TextFile& file, std::string& text, const Enough& enough) {
    while (!enough(text)) {
        const std::string_view piece = file.next();
        if (piece.empty()) return;
        text += piece;
        if (text.size() > largest_text)
            throw Error(ErrorCode::bad_file, in_quotes(file.name()) + " is larger than 64 MiB");
    }
}

std::string read_text(TextFile& file) {
    std::string text;
    read_until(file, text, [](const std::string&) { return false; });
    return text;
}

Board read_graph(TextFile& file, std::uint64_t memory, std::string* warning) {
    std::string text;
    bool edges = false;
    read_until(file, text, [&](const std::string& so_far) {
        const auto known = is_edge_list(so_far, false, file.name());
        edges = known.value_or(false);
        return known.has_value();
    });
    if (!edges) edges = is_edge_list(text, true, file.name()).value();
    if (!edges) {
        read_until(file, text, [](const std::string&) { return false; });
        return parse_graph(text, file.name(), warning);
    }
    bool begun = false;
    const auto next = [&] { return std::exchange(begun, true) ? file.next() : std::string_view(text); };
    return read_edge_list(next, file.name(), memory);
}

Board read_board(KeyHelp::File kind, const std::string& path, std::uint64_t memory, std::string* warning,
                 const ReadingProgress& progress) {
    try {
        TextFile file(path, progress);
        if (kind == KeyHelp::File::graph) return read_graph(file, memory, warning);
        return kind == KeyHelp::File::snakes ? parse_snakes(read_text(file), file.name())
                                             : parse_simple_graph(read_text(file), file.name(), warning);
    } catch (const Error& e) {
        if (e.code() != ErrorCode::not_found || kind != KeyHelp::File::board) throw;
        throw Error(e.code(), e.what() + (", and it is not a board of the form " + board_family_forms()),
                    board_family_meant(path));
    }
}

}  // namespace

std::unique_ptr<Game> make_game_from_files(const Registry& registry, std::string_view spec,
                                           std::optional<ValueKind> kind, std::uint64_t memory, Distance distance,
                                           std::string* warning, Index most, const ReadingProgress& progress) {
    RawSpec raw = parse_spec(spec);
    const Family& family = registry.at(raw.family);
    if (kind) add_implied_keys(raw, *family.help, *kind);
    Parameters parameters(raw, *family.help);
    std::string board_path, shown{spec};
    for (const KeyHelp& key : family.help->keys) {
        if (key.file == KeyHelp::File::program)
            throw Error(ErrorCode::bad_spec, "the rules of " + in_quotes(spec) + " come from a program",
                        Remedy::name_command);
        if (key.file == KeyHelp::File::none || !parameters.has(key.name)) continue;
        board_path = parameters.text(key.name);
        const bool named = key.file == KeyHelp::File::board && is_board_family(board_path);
        shown = named ? std::string(key.name) + '=' + board_path : in_quotes(board_path);
        auto board = std::make_shared<const Board>(named ? family_board(board_path)
                                                         : read_board(key.file, board_path, memory, warning, progress));
        parameters.normalise(key.name, named ? normal_board_family(board_path) : board_reference(*board));
        parameters.attach(std::move(board));
    }
    try {
        auto game = make_game(family, std::move(parameters), distance);
        if (game->size() > most)
            throw Error(ErrorCode::bad_spec, shown + " is too large: it has more than 2^40 positions");
        return game;
    } catch (const Error& e) {
        if (e.code() != ErrorCode::bad_file) throw;
        throw Error(ErrorCode::bad_file, board_path + ": " + e.what());
    }
}

std::string board_reference(const Board& board) {
    char text[18];
    std::snprintf(text, sizeof text, "@%016" PRIx64, format::board_checksum(board));
    return text;
}

bool names_board(std::string_view spec, const Board& board) {
    const std::string reference = board_reference(board);
    return std::ranges::any_of(parse_spec(spec).values, [&](const auto& given) {
        const std::string& value = given.second;
        return value == reference || (is_board_family(value) && family_board(value) == board);
    });
}

}  // namespace mexbase
