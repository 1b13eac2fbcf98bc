#include "domineering.hpp"

#include "../../error.hpp"

namespace mexbase {

const FamilyHelp& Domineering::help() {
    static constexpr std::array keys = {
        KeyHelp{"board", "", "grid-MxN, at most 40 cells", "the board: M rows of N cells", KeyHelp::File::board}};
    static constexpr FamilyHelp text{"place a domino on two empty cells of a grid, Left vertically, Right horizontally",
                                     "one letter a cell, . empty or # occupied, with / between rows, as ##./...",
                                     "G. Andersson; Berlekamp, Conway and Guy, Winning Ways, chapter 5", keys,
                                     "domineering:board=grid-4x4"};
    return text;
}

namespace {

[[noreturn]] void throw_too_many_cells(const std::string& board, std::uint64_t cells) {
    throw Error(ErrorCode::bad_spec, board + " has " + std::to_string(cells) +
                                         " cells: domineering is played on grids of at most " +
                                         std::to_string(Domineering::most_cells));
}

}  // namespace

Domineering Domineering::make(const Parameters& p) {
    const auto shape = grid_shape(p.text("board"));
    if (!shape) throw Error(ErrorCode::bad_spec, "domineering is played on a grid: the key board must be grid-MxN");
    if (p.board()->vertex_count() > most_cells)
        throw_too_many_cells("board=" + p.text("board"), p.board()->vertex_count());
    return {ColouringBoard(p), *shape};
}

Domineering::Domineering(ColouringBoard grid, GridShape shape) : grid_(std::move(grid)), columns_(shape.columns) {
    const std::uint64_t cells = std::uint64_t{shape.rows} * shape.columns;
    if (cells > most_cells) throw_too_many_cells(grid_.name(), cells);
    all_ = (Position{1} << cells) - 1;
    for (unsigned cell = 0; cell < cells; ++cell)
        if (cell % columns_ != columns_ - 1) not_first_ |= just(cell);
}

Domineering::Position Domineering::parse(std::string_view text) const {
    Position empty = 0;
    for (const char letter : grid_.read(text, ".#")) empty = empty << 1 | (letter == '.' ? 1U : 0U);
    return empty;
}

std::string Domineering::format(Position empty) const {
    std::string letters;
    for (Position cell = all_ - (all_ >> 1); cell != 0; cell >>= 1) letters += (empty & cell) != 0 ? '.' : '#';
    return grid_.write(std::move(letters));
}

}  // namespace mexbase
