#include "square_men.hpp"

namespace mexbase {

namespace {

std::array<std::uint8_t, 16> cells_of(const SquareMen& p) {
    std::array<std::uint8_t, 16> cells{};
    for (unsigned cell = 0; cell < cells.size(); ++cell)
        for (unsigned player = 0; player < 2; ++player)
            if ((p.of[player] >> cell & 1) != 0) cells[cell] = static_cast<std::uint8_t>(1 + player);
    return cells;
}

}  // namespace

std::vector<CellPermutation> square_symmetries(unsigned side) {
    std::vector<CellPermutation> group(8);
    for (unsigned row = 0; row < side; ++row)
        for (unsigned column = 0; column < side; ++column)
            for (unsigned g = 0; g < group.size(); ++g) {
                // Bits of g: exchange rows and columns, turn the rows round, turn the columns round.
                unsigned r = (g & 1) != 0 ? column : row, c = (g & 1) != 0 ? row : column;
                if ((g & 2) != 0) r = side - 1 - r;
                if ((g & 4) != 0) c = side - 1 - c;
                group[g][side * row + column] = static_cast<std::uint8_t>(side * r + c);
            }
    return group;
}

SquareMen image_of(const Orbits& orbits, const OrbitPairs::Pair& seen, unsigned g) {
    const unsigned symmetry = g % orbits.symmetries();
    return SquareMen::seen_by(g / orbits.symmetries(),
                              {orbits.image(symmetry, seen.first), orbits.image(symmetry, seen.second)});
}

unsigned least_image(const Orbits& orbits, const OrbitPairs::Pair& representative, const SquareMen& p) {
    unsigned g = p.mover * orbits.symmetries();
    while (g + 1 < count_images(orbits) && image_of(orbits, representative, g) != p) ++g;
    return g;
}

SquareMen read_square(std::string_view text, const RowsForm& form) {
    const Rows read = read_rows(text, form);
    SquareMen p;
    p.mover = static_cast<std::uint8_t>(read.mover);
    for (unsigned cell = 0; cell < form.rows * form.columns; ++cell)
        if (const std::uint8_t man = read.cells[cell]; man != 0)
            p.of[man - 1] = static_cast<std::uint16_t>(p.of[man - 1] | 1U << cell);
    return p;
}

std::string write_square(const RowsForm& form, const SquareMen& p) {
    return write_rows(form, p.mover, cells_of(p));
}

std::string picture_of_square(const RowsForm& form, const SquareMen& p) {
    return picture_of_rows(form, p.mover, cells_of(p));
}

Drawing drawing_of_square(const RowsForm& form, std::span<const Man, 3> men, const SquareMen& p) {
    return drawing_of_rows(form, men, p.mover, cells_of(p));
}

}  // namespace mexbase
