#include "morris_board.hpp"

namespace mexbase {

const std::array<CellPermutation, 16>& MorrisBoard::symmetries() {
    static const std::array<CellPermutation, 16> group = [] {
        std::array<CellPermutation, 16> made{};
        for (unsigned g = 0; g < made.size(); ++g)
            for (unsigned square = 0; square < 2; ++square)
                for (unsigned place = 0; place < 8; ++place) {
                    const unsigned turned = (g & 4) != 0 ? 8 - place : place;
                    made[g][detail::morris_squares[square][place]] =
                        detail::morris_squares[square ^ (g >> 3)][(turned + 2 * (g & 3)) % 8];
                }
        return made;
    }();
    return group;
}

}  // namespace mexbase
