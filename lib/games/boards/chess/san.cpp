#include "san.hpp"

#include "fen.hpp"

namespace mexbase::chess {

namespace {
Square seen(bool black_first, unsigned s) {
    return static_cast<Square>(black_first ? s ^ 56 : s);
}
}  // namespace

std::string san(const Layout& layout, const View& v, bool black_first, const Move& move, std::span<const Move> moves) {
    const Square from = seen(black_first, v.at[move.man]), to = seen(black_first, move.to);
    const std::string square = name_of(from);
    const Kind kind = layout.kind(move.man);
    std::string name;
    if (kind == pawn) {
        if (move.taken != Move::nothing) name += square[0];
    } else {
        name += kind_letters[kind];
        bool others = false, same_file = false, same_rank = false;
        for (const Move& other : moves) {
            if (other.man == move.man || other.to != move.to || layout.kind(other.man) != kind) continue;
            const Square s = seen(black_first, v.at[other.man]);
            others = true;
            same_file = same_file || file_of(s) == file_of(from);
            same_rank = same_rank || rank_of(s) == rank_of(from);
        }
        if (others && (!same_file || same_rank)) name += square[0];
        if (others && same_file) name += square[1];
    }
    if (move.taken != Move::nothing) name += 'x';
    name += name_of(to);
    if (move.promoted != king) {
        name += '=';
        name += kind_letters[move.promoted];
    }
    return name;
}

std::string uci(const Layout&, const View& v, bool black_first, const Move& move) {
    std::string name = name_of(seen(black_first, v.at[move.man])) + name_of(seen(black_first, move.to));
    if (move.promoted != king) name += static_cast<char>(kind_letters[move.promoted] - 'A' + 'a');
    return name;
}

}  // namespace mexbase::chess
