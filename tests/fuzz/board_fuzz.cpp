// SPDX-License-Identifier: MIT
// Any text is a board or gives an error of one line. A first byte s selects Snakes-and-Adders; otherwise it is a graph
// in any format, or the name of a family.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "lib/board/families.hpp"
#include "lib/board/text/graph_file.hpp"
#include "lib/error.hpp"

using namespace mexbase;

namespace {

void require_one_line(const Error& error, ErrorCode code) {
    if (error.code() != code) std::abort();
    if (std::string_view{error.what()}.find('\n') != std::string_view::npos) std::abort();
    if (!is_utf8(error.what())) std::abort();
}

/// Reads the name of a family, or expects an error. Boards of thousands of vertices would take too long.
void read_family(std::string_view text) {
    try {
        const std::string normal = normal_board_family(text);
        if (!is_board_family(text) || normal_board_family(normal) != normal || normal.size() > text.size())
            std::abort();
        if (grid_shape(text) != grid_shape(normal)) std::abort();
        if (normal.find_first_of("0123456789") + 3 < normal.size()) return;
        const Board board = family_board(text);
        require_simple(board);
        if (board != family_board(normal)) std::abort();
    } catch (const Error& error) {
        require_one_line(error, ErrorCode::bad_spec);
    }
}

/// Returns true if `text` is an edge list, or `std::nullopt` if it looks like a format that is not read or if more of
/// it is needed.
std::optional<bool> edge_list_or_not(std::string_view text, bool whole) {
    try {
        return is_edge_list(text, whole);
    } catch (const Error& error) {
        require_one_line(error, ErrorCode::bad_file);
        return std::nullopt;
    }
}

/// Returns true if a vertex has an arc to itself.
bool has_loop(const Board& board) {
    for (Vertex v = 0; v < board.vertex_count(); ++v)
        if (std::ranges::count(board.successors(v), v) > 0) return true;
    return false;
}

/// Expects that a text is a simple board if and only if it is a board and that board is simple. An edge list without
/// loops is always a simple board.
void read_simple(std::string_view text, const Board* any) {
    const bool list = edge_list_or_not(text, true).value_or(false);
    try {
        const Board board = parse_simple_graph(text, "fuzz");
        if (any == nullptr || (list ? board.names() != any->names() : board != *any)) std::abort();
        require_simple(board);
    } catch (const Error& error) {
        require_one_line(error, ErrorCode::bad_file);
        if (any == nullptr || (list && has_loop(*any))) return;
        if (list) std::abort();
        try {
            require_simple(*any);
        } catch (const Error&) {
            return;
        }
        std::abort();
    }
}

/// Expects that the beginning of a text shows the same format as the whole, and that an edge list read in any pieces
/// gives the same board.
void read_in_pieces(std::string_view text, const Board* whole) {
    const auto list = edge_list_or_not(text, true);
    const std::size_t length = 1 + text.size() % 5;
    for (std::size_t at = 0; at < text.size(); at += 1 + text.size() / 8)
        if (const auto so_far = edge_list_or_not(text.substr(0, at), false); so_far && so_far != list) std::abort();
    if (list != true) return;
    std::string_view rest = text;
    const auto next = [&] {
        const std::string_view piece = rest.substr(0, length);
        rest.remove_prefix(piece.size());
        return piece;
    };
    try {
        const Board board = read_edge_list(next, "fuzz");
        if (whole == nullptr || board != *whole) std::abort();
    } catch (const Error& error) {
        require_one_line(error, ErrorCode::bad_file);
        if (whole != nullptr) std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    read_family(text);
    const bool snakes = text.starts_with('s') && !text.starts_with("strict");
    std::optional<Board> board;
    try {
        board = snakes ? parse_snakes(text.substr(1), "fuzz") : parse_graph(text, "fuzz");
        if (board->vertex_count() == 0) std::abort();
        for (Vertex v = 0; v < board->vertex_count(); ++v) {
            if (board->find(board->name(v)) != v) std::abort();
            if (!is_utf8(board->name(v)) || board->mark(v) > Board::home) std::abort();
        }
    } catch (const Error& error) {
        require_one_line(error, ErrorCode::bad_file);
    }
    if (!snakes) {
        read_simple(text, board ? &*board : nullptr);
        read_in_pieces(text, board ? &*board : nullptr);
    }
    return 0;
}
