// SPDX-License-Identifier: MIT
/// \file
/// The squares of a chess board, sets of them, and the attacks of pieces from each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

namespace mexbase::chess {

/// A square: 0 is a1, 7 is h1, 63 is h8.
using Square = std::uint8_t;
/// A set of squares: bit s for square s.
using Squares = std::uint64_t;

inline constexpr unsigned square_count = 64;

constexpr Squares bit(unsigned s) {
    return Squares{1} << s;
}
/// Returns the lowest square of a set that is not empty.
constexpr Square lowest(Squares set) {
    return static_cast<Square>(std::countr_zero(set));
}
constexpr unsigned file_of(unsigned s) {
    return s % 8;
}
constexpr unsigned rank_of(unsigned s) {
    return s / 8;
}
/// Returns the name of a square, such as `e4`.
inline std::string name_of(Square s) {
    return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

/// The first and the last rank, on which no pawn can be.
inline constexpr Squares end_ranks = 0xff000000000000ff;
/// The squares below the diagonal from a1 to h8.
inline constexpr Squares below_diagonal = 0x0080c0e0f0f8fcfe;
inline constexpr Squares diagonal = 0x8040201008040201;

/// A symmetry of the board is a number 0..7. Bit 0 mirrors the files, bit 1 the ranks, and bit 2 then exchanges files
/// and ranks.
inline constexpr unsigned symmetry_count = 8;
inline constexpr unsigned mirror_files = 1, mirror_ranks = 2, exchange = 4;
constexpr Square image_of(unsigned s, unsigned symmetry) {
    if ((symmetry & mirror_files) != 0) s ^= 7;
    if ((symmetry & mirror_ranks) != 0) s ^= 56;
    if ((symmetry & exchange) != 0) s = file_of(s) * 8 + rank_of(s);
    return static_cast<Square>(s);
}
/// Returns the inverse symmetry. A symmetry exchanges files and ranks last, so its inverse exchanges them first.
constexpr unsigned inverse_of(unsigned symmetry) {
    const bool swaps = symmetry == (exchange | mirror_files) || symmetry == (exchange | mirror_ranks);
    return swaps ? symmetry ^ (mirror_files | mirror_ranks) : symmetry;
}

/// Kinds of pieces, in the order in which materials name them.
enum Kind : std::uint8_t { king, queen, rook, bishop, knight, pawn };
inline constexpr unsigned kind_count = 6;
inline constexpr char kind_letters[] = "KQRBNP";

/// Tables of attacked squares, and of the squares between and behind two squares.
struct Attacks {
    std::array<std::array<Squares, square_count>, kind_count> empty{};  ///< by kind and square; empty for pawns
    std::array<std::array<Squares, square_count>, 2> pawns{};           ///< for pawns that move up (0) and down (1)
    /// Squares between two squares on one line (rank, file or diagonal), both excluded; empty for other pairs.
    std::array<std::array<Squares, square_count>, square_count> between{};
    /// Squares beyond the second square, seen from the first, on their line; empty for other pairs.
    std::array<std::array<Squares, square_count>, square_count> behind{};
};

constexpr Attacks make_attacks() {
    Attacks a;
    struct Step {
        int file, rank;
    };
    constexpr std::array<Step, 8> steps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
    constexpr std::array<Step, 8> jumps{{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}};
    for (int s = 0; s < 64; ++s) {
        const auto from = static_cast<std::size_t>(s);
        const auto at = [s](const Step& step, int times) {
            const int file = s % 8 + step.file * times, rank = s / 8 + step.rank * times;
            return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
        };
        for (const Step& jump : jumps)
            if (const int to = at(jump, 1); to >= 0) a.empty[knight][from] |= bit(static_cast<unsigned>(to));
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const Step& step = steps[k];
            Squares line = 0;
            for (int times = 1, to; (to = at(step, times)) >= 0; ++times) {
                const auto t = static_cast<std::size_t>(to);
                if (times == 1) a.empty[king][from] |= bit(static_cast<unsigned>(to));
                if (times == 1 && step.file != 0 && step.rank != 0)
                    a.pawns[step.rank > 0 ? 0 : 1][from] |= bit(static_cast<unsigned>(to));
                a.between[from][t] = line;
                line |= bit(static_cast<unsigned>(to));
            }
            a.empty[k < 4 ? rook : bishop][from] |= line;
            for (int times = 1, to; (to = at(step, times)) >= 0; ++times) {
                const auto t = static_cast<std::size_t>(to);
                a.behind[from][t] = line & ~a.between[from][t] & ~bit(static_cast<unsigned>(to));
            }
        }
        a.empty[queen][from] = a.empty[rook][from] | a.empty[bishop][from];
    }
    return a;
}

inline constexpr Attacks attacks = make_attacks();

/// Returns the squares that a piece other than a pawn attacks from `s`. Pieces on `occupied` squares block it; the
/// first of them in each direction is included. It does not matter if `s` is occupied.
inline Squares attacked_from(Kind kind, unsigned s, Squares occupied) {
    Squares reach = attacks.empty[kind][s];
    if (kind == king || kind == knight) return reach;
    for (Squares men = reach & occupied; men != 0; men &= men - 1) reach &= ~attacks.behind[s][lowest(men)];
    return reach;
}

}  // namespace mexbase::chess
