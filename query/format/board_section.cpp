// SPDX-License-Identifier: MIT
// Reads and writes the board section.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "bytes.hpp"
#include "checksum.hpp"
#include "contents.hpp"

namespace mexbase::format {

void write_board(const Board& board, const PieceSink& sink) {
    PieceWriter out(sink);
    const bool marked = !board.marks().empty();
    const bool owned = !board.owners().empty();
    out.put_byte(static_cast<std::uint8_t>((board.directed() ? 1 : 0) | (marked ? 2 : 0) | (owned ? 4 : 0)));
    out.put_varint(board.vertex_count());
    const auto n = static_cast<Vertex>(board.vertex_count());
    for (Vertex v = 0; v < n; ++v) out.put_name(board.name(v));
    for (Vertex v = 0; v < n; ++v) {
        out.put_varint(board.successors(v).size());
        for (const Vertex to : board.successors(v)) out.put_varint(to);
    }
    if (marked) out.put_bytes(std::as_bytes(board.marks()));
    if (owned) out.put_bytes(std::as_bytes(board.owners()));
    out.flush();
}

std::vector<std::byte> encode_board(const Board& board) {
    std::vector<std::byte> bytes;
    write_board(board,
                [&bytes](std::span<const std::byte> more) { bytes.insert(bytes.end(), more.begin(), more.end()); });
    return bytes;
}

std::uint64_t board_checksum(const Board& board) {
    Checksum64 checksum;
    write_board(board, [&checksum](std::span<const std::byte> more) { checksum.add(more); });
    return checksum.value();
}

Board parse_board(std::span<const std::byte> bytes) {
    detail::ByteReader reader(bytes, "the table's board");
    const auto flags = reader.get<std::uint8_t>();
    if (flags > 7)
        throw Error(ErrorCode::unsupported_version,
                    "the table's board has unknown flags: a newer program is needed to read it");
    const std::uint64_t count = reader.get_varint();
    // A vertex takes at least two bytes. So a greater count is wrong, and is refused before it allocates memory.
    if (count > reader.left() / 2) throw Error(ErrorCode::corrupt, "the table's board ends too soon");
    std::vector<std::string> names(static_cast<std::size_t>(count));
    for (std::string& name : names) name = reader.take_text(reader.get_varint());
    std::vector<Board::Arc> arcs;
    for (Vertex v = 0; v < count; ++v) {
        for (std::uint64_t left = reader.get_varint(); left != 0; --left) {
            const std::uint64_t to = reader.get_varint();
            if (to >= count) throw Error(ErrorCode::corrupt, "the table's board has an arc to a missing vertex");
            arcs.emplace_back(v, static_cast<Vertex>(to));
        }
    }
    std::vector<std::uint8_t> marks;
    if ((flags & 2) != 0) {
        for (const std::byte mark : reader.take(count)) marks.push_back(std::to_integer<std::uint8_t>(mark));
    }
    std::vector<std::uint8_t> owners;
    if ((flags & 4) != 0) {
        for (const std::byte owner : reader.take(arcs.size())) owners.push_back(std::to_integer<std::uint8_t>(owner));
    }
    reader.finish();
    if ((flags & 1) == 0) {
        std::vector<Board::Arc> there = arcs, back;
        for (const auto& [from, to] : arcs) back.emplace_back(to, from);
        std::sort(there.begin(), there.end());
        std::sort(back.begin(), back.end());
        if (there != back)
            throw Error(ErrorCode::corrupt, "the table's board is undirected, but an edge lacks one of its two arcs");
    }
    try {
        Board board((flags & 1) != 0, std::move(names), arcs, std::move(marks), owners);
        if ((flags & 4) != 0 && board.owners().empty())
            throw Error(ErrorCode::corrupt, "the list of owners has no owner");
        return board;
    } catch (const Error& e) {
        throw Error(ErrorCode::corrupt, std::string("the table's board: ") + e.what());
    }
}

std::uint16_t least_minor_version(const Board& board) {
    const auto is_new_mark = [](std::uint8_t mark) { return mark >= Board::start; };
    if (std::any_of(board.marks().begin(), board.marks().end(), is_new_mark)) return 6;
    return board.owners().empty() ? 0 : 2;
}

}  // namespace mexbase::format
