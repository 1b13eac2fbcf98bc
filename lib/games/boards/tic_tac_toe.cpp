#include "tic_tac_toe.hpp"

#include <algorithm>

#include "../../error.hpp"
#include "shared/drawings.hpp"
#include "shared/rows.hpp"

namespace mexbase {

namespace {

constexpr RowsForm tic_tac_toe_form{"XO", ".XO", 3, 3, "X:.X./..O/..."};

int marks_of(const NineCells& p) {
    return std::popcount(p.taken());
}

/// Each cell as its place in `tic_tac_toe_form.cells`.
std::array<std::uint8_t, 9> cells_of(const NineCells& p) {
    const unsigned crosses = marks_of(p) % 2 == 0 ? p.mine : p.theirs;
    std::array<std::uint8_t, 9> cells{};
    for (unsigned cell = 0; cell < 9; ++cell)
        if ((p.taken() >> cell & 1) != 0) cells[cell] = (crosses >> cell & 1) != 0 ? 1 : 2;
    return cells;
}

unsigned mover_of(const NineCells& p) {
    return static_cast<unsigned>(marks_of(p) % 2);
}

}  // namespace

TicTacToe::TicTacToe()
    : list_([] {
          std::vector<NineCells> positions = all_nine_cells();
          std::erase_if(positions, [](const NineCells& p) {
              const int more = std::popcount(p.theirs) - std::popcount(p.mine);
              return more < 0 || more > 1 || has_three(p.mine);
          });
          std::stable_sort(positions.begin(), positions.end(),
                           [](const NineCells& a, const NineCells& b) { return marks_of(a) > marks_of(b); });
          return NineCellList(std::move(positions));
      }()) {
    for (Index i = 0; i < size(); ++i) ++first_[static_cast<std::size_t>(10 - marks_of(list_[i]))];
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
}

const FamilyHelp& TicTacToe::help() {
    static constexpr FamilyHelp text{"mark a free cell of nine: three in a row win, a full board without them is a tie",
                                     "who is to move and three rows, the top one first, as X:.X./..O/...",
                                     "an old game, in any book of them; also called noughts and crosses",
                                     {},
                                     "tic-tac-toe"};
    return text;
}

TicTacToe::Position TicTacToe::parse(std::string_view text) const {
    const Rows read = read_rows(text, tic_tac_toe_form);
    std::array<unsigned, 3> cells{};
    for (unsigned cell = 0; cell < 9; ++cell) cells[read.cells[cell]] |= 1U << cell;
    const unsigned x = cells[1], o = cells[2];
    const Position p = read.mover == 0 ? Position{static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(o)}
                                       : Position{static_cast<std::uint16_t>(o), static_cast<std::uint16_t>(x)};
    const int more = std::popcount(x) - std::popcount(o);
    if (more != static_cast<int>(read.mover))
        throw_no_board(text, read.mover == 0 ? "X begins, and has as many marks as O when it is to move"
                                             : "X begins, and has one mark more than O when O is to move");
    if (has_three(p.mine)) throw_no_board(text, "play stopped when the player to move had three in a row");
    return p;
}

std::string TicTacToe::format(const Position& p) const {
    return write_rows(tic_tac_toe_form, mover_of(p), cells_of(p));
}

std::string TicTacToe::picture(const Position& p) const {
    return picture_of_rows(tic_tac_toe_form, mover_of(p), cells_of(p));
}

Drawing TicTacToe::drawing(const Position& p) const {
    constexpr std::array men = {Man::none, Man::cross, Man::ring};
    return drawing_of_rows(tic_tac_toe_form, men, mover_of(p), cells_of(p));
}

std::string TicTacToe::name_of_cell(unsigned cell) {
    return cell_name(tic_tac_toe_form, cell);
}

}  // namespace mexbase
