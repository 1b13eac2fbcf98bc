// SPDX-License-Identifier: MIT
// Boards that tables store, and boards made of stored positions.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "table_data.hpp"

namespace mexbase::detail {

/// Makes the board of a large graph. Its arcs are read when they are first needed.
Board TableData::read_graph(std::span<const std::byte> listed) const {
    VertexNames names = format::parse_names(listed);
    const format::Section& arcs = *sections[format::arcs_section];
    if (names.size() / 8 >= arcs.length)
        throw Error(ErrorCode::corrupt, "the table's graph has fewer arcs than it says");
    auto read_arcs = [from = kept_source, arcs, vertices = names.size()] {
        return format::parse_arcs(checked_bytes(*from, arcs, format::section_traits[format::arcs_section].name).bytes,
                                  vertices);
    };
    return Board(std::move(names), std::move(read_arcs));
}

Board TableData::board_of_positions() const {
    VertexNames names;
    ArcRows rows;
    std::vector<std::uint8_t> marks;
    positions.for_each_text([&](const std::string& text) { names.add(text); });
    std::vector<Index> ends;
    const bool partizan = positions.partizan();
    for (Index i = 0; i < positions.size(); ++i) {
        marks.push_back(positions.mark(i));
        for (const Player player : {Player::left, Player::right}) {
            if (player == Player::right && !partizan) break;
            positions.moves(i, player, ends);
            if (rows.ends.size() + ends.size() >= board_limit)
                throw Error(ErrorCode::out_of_memory, "the table has 2^32 - 1 moves or more");
            rows.ends.insert(rows.ends.end(), ends.begin(), ends.end());
            if (partizan)
                rows.owners.insert(rows.owners.end(), ends.size(), player == Player::left ? Board::left : Board::right);
        }
        rows.offsets.push_back(static_cast<std::uint32_t>(rows.ends.size()));
    }
    return Board(std::move(names), std::move(rows), std::move(marks));
}

std::shared_ptr<const Board> TableData::whole_board() const {
    if (has(format::keys_section) && positions.has_moves()) return std::make_shared<const Board>(board_of_positions());
    auto whole = board();
    if (whole) (void)whole->ahead();
    return whole;
}

std::shared_ptr<const Board> TableData::board() const {
    const bool large = has(format::names_section);
    if (!large && !has(format::board_section)) return nullptr;
    const auto read = [&] { return section_bytes(large ? format::names_section : format::board_section); };
    return board_.get(read, [&](const SectionBytes& section) {
        if (large) return std::make_shared<const Board>(read_graph(section.bytes));
        auto made = std::make_shared<const Board>(format::parse_board(section.bytes));
        if (minor_version < format::least_minor_version(*made))
            throw Error(ErrorCode::corrupt,
                        "the table's board has a part that is not in the table's version of the format");
        return made;
    });
}

}  // namespace mexbase::detail
