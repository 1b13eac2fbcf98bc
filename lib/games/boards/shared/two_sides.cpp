// SPDX-License-Identifier: MIT
#include "two_sides.hpp"

namespace mexbase {

std::array<std::uint8_t, 16> TwoSides::cells() const {
    std::array<std::uint8_t, 16> cells{};
    for (unsigned cell = 0; cell < cells.size(); ++cell)
        for (unsigned player = 0; player < 2; ++player)
            if ((of[player] >> cell & 1) != 0) cells[cell] = static_cast<std::uint8_t>(1 + player);
    return cells;
}

TwoSides RowsGame::read(std::string_view text) const {
    const Rows read = read_rows(text, form_);
    Position p;
    p.mover = static_cast<std::uint8_t>(read.mover);
    for (unsigned cell = 0; cell < form_.rows * form_.columns; ++cell)
        if (const std::uint8_t man = read.cells[cell]; man != 0)
            p.of[man - 1] = static_cast<std::uint16_t>(p.of[man - 1] | 1U << cell);
    return p;
}

SquareGame::SquareGame(const RowsForm& form, const std::array<Man, 3>& men, unsigned most)
    : RowsGame(form, men), pairs_(Orbits(form.rows * form.rows, square_symmetries(form.rows)), most, most) {}

TwoSides SquareGame::image_of(const Position::Seen& seen, unsigned g) const {
    const Orbits& orbits = pairs_.orbits();
    const unsigned symmetry = g % symmetries();
    return Position::seen_by(g / symmetries(),
                             {orbits.image(symmetry, seen.first), orbits.image(symmetry, seen.second)});
}

unsigned SquareGame::least_image(const Position::Seen& representative, const Position& p) const {
    unsigned g = p.mover * symmetries();
    while (g + 1 < images() && image_of(representative, g) != p) ++g;
    return g;
}

std::vector<CellPermutation> square_symmetries(unsigned side) {
    std::vector<CellPermutation> group(8);
    for (unsigned row = 0; row < side; ++row)
        for (unsigned column = 0; column < side; ++column)
            for (unsigned g = 0; g < group.size(); ++g) {
                // Bits of the symmetry g, from bit 0: exchange rows and columns, reverse the rows, reverse the columns.
                unsigned r = (g & 1) != 0 ? column : row, c = (g & 1) != 0 ? row : column;
                if ((g & 2) != 0) r = side - 1 - r;
                if ((g & 4) != 0) c = side - 1 - c;
                group[g][side * row + column] = static_cast<std::uint8_t>(side * r + c);
            }
    return group;
}

NineCellList::NineCellList(std::vector<Seen> positions) {
    auto tables = std::make_shared<Tables>();
    for (unsigned mask = 1; mask < 512; ++mask)
        tables->ternary[mask] = static_cast<std::uint16_t>(3 * tables->ternary[mask >> 1] + (mask & 1));
    tables->number.fill(none);
    tables->list = std::move(positions);
    for (std::size_t i = 0; i < tables->list.size(); ++i) {
        const Seen& p = tables->list[i];
        tables->number[tables->ternary[p.first] + 2U * tables->ternary[p.second]] = static_cast<std::uint16_t>(i);
    }
    tables_ = std::move(tables);
}

std::vector<TwoSides::Seen> all_nine_cells() {
    std::vector<TwoSides::Seen> all;
    for (unsigned first = 0; first < 512; ++first)
        for (unsigned second = 0; second < 512; ++second)
            if ((first & second) == 0) all.push_back({first, second});
    return all;
}

}  // namespace mexbase
