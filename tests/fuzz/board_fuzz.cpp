// SPDX-License-Identifier: MIT
// Any text is a board or gives an error of one line. A first byte s selects Snakes-and-Adders; otherwise it is an edge
// list, DOT, GraphML, or the name of a family.
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

/// Expects that a text is a simple board if and only if it is a board and that board is simple.
void read_simple(std::string_view text, const Board* any) {
    try {
        const Board board = parse_simple_graph(text, "fuzz");
        if (any == nullptr || board != *any) std::abort();
        require_simple(board);
    } catch (const Error& error) {
        require_one_line(error, ErrorCode::bad_file);
        if (any == nullptr) return;
        try {
            require_simple(*any);
        } catch (const Error&) {
            return;
        }
        std::abort();
    }
}

/// Expects that an edge list read in any pieces gives the same board.
void read_in_pieces(std::string_view text, const Board* whole) {
    if (!is_edge_list(text, true).value()) return;
    std::string_view rest = text;
    const std::size_t length = 1 + text.size() % 5;
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
