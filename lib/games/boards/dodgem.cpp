#include "dodgem.hpp"

#include "../../error.hpp"
#include "shared/drawings.hpp"
#include "shared/rows.hpp"

namespace mexbase {

namespace {

constexpr RowsForm dodgem_form{"ox", ".ox", 3, 3, "o:o../o../.xx"};

/// Each cell as its place in `dodgem_form.cells`.
std::array<std::uint8_t, 9> cells_of(const Dodgem::Position& p) {
    std::array<std::uint8_t, 9> cells{};
    for (unsigned cell = 0; cell < 9; ++cell)
        if ((p.cells.taken() >> cell & 1) != 0) cells[cell] = (p.cells.mine >> cell & 1) != p.x_moves ? 1 : 2;
    return cells;
}

}  // namespace

Dodgem::Dodgem()
    : list_([] {
          std::vector<NineCells> positions = all_nine_cells();
          std::erase_if(positions, [](const NineCells& p) {
              return p.mine == 0 || std::popcount(p.mine) > 2 || std::popcount(p.theirs) > 2;
          });
          return NineCellList(std::move(positions));
      }()) {}

const FamilyHelp& Dodgem::help() {
    static constexpr FamilyHelp text{"two cars each on three by three cells: get yours out first, and never block",
                                     "who is to move and three rows, the top one first, as o:o../o../.xx",
                                     "C. Vout; Berlekamp, Conway and Guy, Winning Ways, chapter 22",
                                     {},
                                     "dodgem"};
    return text;
}

Dodgem::Position Dodgem::parse(std::string_view text) const {
    const Rows read = read_rows(text, dodgem_form);
    std::array<unsigned, 3> cells{};
    for (unsigned cell = 0; cell < 9; ++cell) cells[read.cells[cell]] |= 1U << cell;
    const bool x_moves = read.mover == 1;
    const unsigned mine = cells[x_moves ? 2 : 1], theirs = cells[x_moves ? 1 : 2];
    if (std::popcount(mine) > 2 || std::popcount(theirs) > 2) throw_no_board(text, "a player has two cars at most");
    if (mine == 0) throw_no_board(text, "play stopped when the player to move had no car left");
    return {{static_cast<std::uint16_t>(mine), static_cast<std::uint16_t>(theirs)}, x_moves};
}

std::string Dodgem::format(const Position& p) const {
    return write_rows(dodgem_form, p.x_moves ? 1 : 0, cells_of(p));
}

std::string Dodgem::picture(const Position& p) const {
    return picture_of_rows(dodgem_form, p.x_moves ? 1 : 0, cells_of(p));
}

Drawing Dodgem::drawing(const Position& p) const {
    constexpr std::array men = {Man::none, Man::light, Man::dark};
    return drawing_of_rows(dodgem_form, men, p.x_moves ? 1 : 0, cells_of(p));
}

std::string Dodgem::name_of_move(unsigned from, unsigned to, bool x_moves) {
    const auto name = [&](unsigned cell) {
        return cell_name(dodgem_form, x_moves ? detail::reflected_cell(cell) : cell);
    };
    return name(from) + '-' + (to == 9 ? "out" : name(to));
}

}  // namespace mexbase
