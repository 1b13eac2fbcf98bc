// Any text is a board or gets one line of error. A first byte s means Snakes-and-Adders; else it is DOT or GraphML.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lib/board/graph_file.hpp"
#include "lib/board/snakes_file.hpp"
#include "lib/error.hpp"

using namespace mexbase;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const bool snakes = text.starts_with('s') && !text.starts_with("strict");
        const Board board = snakes ? parse_snakes(text.substr(1), "fuzz") : parse_graph(text, "fuzz");
        if (board.vertex_count() == 0) std::abort();
        for (Vertex v = 0; v < board.vertex_count(); ++v) {
            if (board.find(board.name(v)) != v) std::abort();
            if (!is_utf8(board.name(v)) || board.mark(v) > Board::home) std::abort();
        }
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_file) std::abort();
        if (std::string_view{error.what()}.find('\n') != std::string_view::npos) std::abort();
        if (!is_utf8(error.what())) std::abort();
    }
    return 0;
}
