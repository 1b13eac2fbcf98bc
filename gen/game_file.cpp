#include "game_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "../lib/board/families.hpp"
#include "../lib/board/text/graph_file.hpp"
#include "../lib/board/text/snakes_file.hpp"
#include "../lib/error.hpp"
#include "../query/format/checksum.hpp"
#include "../query/format/contents.hpp"

namespace mexbase {

namespace {

/// More than any reader of board files accepts.
constexpr std::uint64_t largest_file = std::uint64_t{65} << 20;

std::string read_text(const std::string& path) {
    std::error_code failed;
    const auto status = std::filesystem::status(path, failed);
    if (!std::filesystem::exists(status)) throw Error(ErrorCode::not_found, "there is no file " + in_quotes(path));
    // A pipe would be waited for, and a device need not end.
    if (!std::filesystem::is_regular_file(status)) throw Error(ErrorCode::io, in_quotes(path) + " is no regular file");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw Error(ErrorCode::io, "cannot read " + in_quotes(path) + ": " + std::strerror(errno));
    std::string text;
    std::string chunk(std::size_t{1} << 16, '\0');
    while (in.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), in.gcount() > 0) {
        text.append(chunk, 0, static_cast<std::size_t>(in.gcount()));
        if (text.size() > largest_file) throw Error(ErrorCode::bad_file, in_quotes(path) + " is larger than 64 MiB");
    }
    if (in.bad()) throw Error(ErrorCode::io, "cannot read " + in_quotes(path) + ": " + std::strerror(errno));
    return text;
}

Board read_board(KeyHelp::File file, const std::string& path) {
    switch (file) {
        case KeyHelp::File::graph:
            return parse_graph(read_text(path), path);
        case KeyHelp::File::snakes:
            return parse_snakes(read_text(path), path);
        default:
            break;
    }
    try {
        return parse_simple_graph(read_text(path), path);
    } catch (const Error& e) {
        if (e.code() != ErrorCode::not_found) throw;
        throw Error(e.code(), e.what() + (", and it names no family of boards: " + board_family_forms()));
    }
}

}  // namespace

std::unique_ptr<Game> make_game_from_files(const Registry& registry, std::string_view spec,
                                           std::optional<ValueKind> kind) {
    RawSpec raw = parse_spec(spec);
    const Family& family = registry.at(raw.family);
    for (const ImpliedKey& implied : family.help->implied) {
        const auto given = [&implied](const auto& value) { return value.first == implied.key; };
        if (implied.kind == kind && std::ranges::none_of(raw.values, given))
            raw.values.emplace_back(implied.key, implied.value);
    }
    Parameters parameters(raw, *family.help);
    std::string board_path;
    for (const KeyHelp& key : family.help->keys) {
        if (key.file == KeyHelp::File::program)
            throw Error(ErrorCode::bad_spec, "the rules of " + in_quotes(spec) + " are a program: name it by --command");
        if (key.file == KeyHelp::File::none || !parameters.has(key.name)) continue;
        board_path = parameters.text(key.name);
        const bool named = key.file == KeyHelp::File::board && is_board_family(board_path);
        auto board = std::make_shared<const Board>(named ? family_board(board_path) : read_board(key.file, board_path));
        parameters.normalise(key.name, named ? normal_board_family(board_path) : board_reference(*board));
        parameters.attach(std::move(board));
    }
    try {
        return family.make(std::move(parameters));
    } catch (const Error& e) {
        if (e.code() != ErrorCode::bad_file) throw;
        throw Error(ErrorCode::bad_file, board_path + ": " + e.what());
    }
}

std::string board_reference(const Board& board) {
    return fmt::format("@{:016x}", checksum64(format::encode_board(board)));
}

bool names_board(std::string_view spec, const Board& board) {
    const std::string reference = board_reference(board);
    return std::ranges::any_of(parse_spec(spec).values, [&](const auto& given) {
        const std::string& value = given.second;
        return value == reference || (is_board_family(value) && family_board(value) == board);
    });
}

}  // namespace mexbase
