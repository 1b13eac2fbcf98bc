#include "dao.hpp"

namespace mexbase {

namespace {

constexpr RowsForm dao_form{"XO", ".XO", 4, 4, "X:X..O/.XO./.OX./O..X"};

}  // namespace

Dao::Tables::Tables() : pairs(Orbits(16, square_symmetries(4)), men, men) {
    constexpr std::array<std::array<int, 2>, 8> ways{
        {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column)
            for (std::size_t way = 0; way < ways.size(); ++way) {
                const int r = row + ways[way][0], c = column + ways[way][1];
                if (r >= 0 && r < 4 && c >= 0 && c < 4)
                    steps[static_cast<std::size_t>(4 * row + column)][way] =
                        static_cast<std::uint16_t>(1 << (4 * r + c));
            }
    for (unsigned at = 0; at < 4; ++at) wins[0x000fU << 4 * at] = wins[0x1111U << at] = true;
    for (unsigned row = 0; row < 3; ++row)
        for (unsigned column = 0; column < 3; ++column) wins[0x0033U << (4 * row + column)] = true;
    wins[0x9009] = true;
}

Dao::Dao() : tables_(std::make_shared<const Tables>()) {}

const FamilyHelp& Dao::help() {
    static constexpr FamilyHelp text{
        "slide one of four men as far as it goes; four in a row or column, a square or the corners win",
        "who is to move and four rows, the top one first, as X:X..O/.XO./.OX./O..X",
        "Jeff Pickering and Ben van Buskirk, 1999",
        {},
        "dao"};
    return text;
}

Dao::Position Dao::parse(std::string_view text) const {
    const Position p = read_square(text, dao_form);
    for (unsigned player = 0; player < 2; ++player)
        if (const int n = std::popcount(p.of[player]); n != men)
            throw_no_board(text, std::string(1, dao_form.players[player]) + " has " + std::to_string(n) +
                                     (n == 1 ? " man" : " men") + " where each player has four");
    return p;
}

std::string Dao::format(const Position& p) const {
    return write_square(dao_form, p);
}

std::string Dao::picture(const Position& p) const {
    return picture_of_square(dao_form, p);
}

Drawing Dao::drawing(const Position& p) const {
    constexpr std::array drawn = {Man::none, Man::light, Man::dark};
    return drawing_of_square(dao_form, drawn, p);
}

std::string Dao::name_of_move(unsigned from, unsigned to) {
    return cell_name(dao_form, from) + '-' + cell_name(dao_form, to);
}

}  // namespace mexbase
