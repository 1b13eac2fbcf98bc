// SPDX-License-Identifier: MIT
#include "quixo.hpp"

namespace mexbase {

QuixoPushes::QuixoPushes(unsigned side) {
    const unsigned cells = side * side;
    std::uint32_t row = 0, column = 0, diagonal = 0, other_diagonal = 0;
    for (unsigned at = 0; at < side; ++at) {
        row |= 1U << at;
        column |= 1U << side * at;
        diagonal |= 1U << (side + 1) * at;
        other_diagonal |= 1U << (side - 1) * (at + 1);
    }
    std::vector<std::uint32_t> lines{diagonal, other_diagonal};
    for (unsigned at = 0; at < side; ++at) {
        lines.push_back(row << side * at);
        lines.push_back(column << at);
    }
    with_line_.resize(((std::size_t{1} << cells) + 63) / 64);
    for (std::uint32_t set = 0; set < 1U << cells; ++set)
        for (const std::uint32_t line : lines)
            if ((set & line) == line) with_line_[set >> 6] |= std::uint64_t{1} << (set & 63);

    const std::uint32_t border = row | row << (cells - side) | column | column << (side - 1);
    for (unsigned w = 0; w < directions_.size(); ++w) {
        PushDirection& direction = directions_[w];
        const unsigned step = w < 2 ? 1 : side;
        (w % 2 == 0 ? direction.up : direction.down) = step;
        direction.line = w < 2 ? row : column;
        direction.first_ends = w < 2 ? column : row;
        direction.end_shift = w % 2 == 0 ? 0 : step * (side - 1);
        const std::uint32_t ends = direction.first_ends << direction.end_shift;
        direction.allowed = border & ~ends;
        for (unsigned cell = 0; cell < cells; ++cell) {
            Push& push = direction.pushes[cell];
            // Go back from this cell to the end of its line.
            const std::uint32_t taken = 1U << cell;
            push.end = taken;
            while ((push.end & ends) == 0) push.before |= push.end = direction.back(push.end);
            push.after = direction.on(push.before);
            push.kept = ((1U << cells) - 1) & ~(push.before | taken);
        }
        const std::uint32_t last = direction.first_ends << (step * (side - 1) - direction.end_shift);
        direction.next = direction.allowed & ~last & direction.back(direction.allowed);
    }
}

Quixo::Tables::Tables(unsigned side, const OrbitPairs& pairs) : pushes(side) {
    Index size = 0;
    for (unsigned mine = 0; mine <= side * side; ++mine)
        for (unsigned theirs = 0; theirs <= side * side - mine; ++theirs) {
            firsts[mine][theirs] = size;
            layers.push_back({size, mine, theirs});
            size += pairs.size(mine, theirs);
        }
    layers.push_back({size, 0, 0});
    for (unsigned layer = 0; (layer_of_chunk.size() << chunk_bits) < size;) {
        while (layers[layer + 1].first <= layer_of_chunk.size() << chunk_bits) ++layer;
        layer_of_chunk.push_back(static_cast<std::uint8_t>(layer));
    }
}

Quixo::Quixo(unsigned side)
    : SquareGame({"XO", ".XO", side, side, side == 3 ? "X:.../.../..." : "X:..../..../..../...."},
                 {Man::none, Man::cross, Man::ring}, side * side),
      tables_(std::make_shared<const Tables>(side, pairs())) {}

const FamilyHelp& Quixo::help() {
    static constexpr std::array keys = {KeyHelp{"size", "4", "3..4", "cubes in a row"}};
    static constexpr FamilyHelp text{
        "take a blank cube or one's own from the border and push it in elsewhere; a full line wins",
        "who is to move and the rows, the top one first, such as X:.../.XO/... with a dot for a blank cube",
        "Thierry Chapeau, 1995, on 5 x 5 cubes", keys, "quixo:size=3"};
    return text;
}

}  // namespace mexbase
