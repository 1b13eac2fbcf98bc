// SPDX-License-Identifier: MIT
/// \file
/// Independent rules of chess without castling: slow and plain, sharing no code with the library, whose rules are
/// compared with these. Written from the FIDE Laws of Chess (2023), articles 3 and 5; texts by the PGN standard,
/// chapters 8.2.3 and 16.1.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mexbase::chess::mailbox {

enum class Colour : unsigned char { white, black };

constexpr Colour opponent(Colour colour) {
    return colour == Colour::white ? Colour::black : Colour::white;
}

/// File and rank, 0..7 each: a1 is {0, 0}, h1 is {7, 0}.
struct Square {
    int file = 0;
    int rank = 0;
    friend bool operator==(const Square&, const Square&) = default;
};

constexpr bool on_board(Square square) {
    return 0 <= square.file && square.file < 8 && 0 <= square.rank && square.rank < 8;
}

/// 0 for a1, 1 for b1, 8 for a2, 63 for h8.
constexpr std::size_t number_of(Square square) {
    return static_cast<std::size_t>(8 * square.rank + square.file);
}

/// The inverse of `number_of`.
constexpr Square square_of(std::size_t number) {
    return {static_cast<int>(number % 8), static_cast<int>(number / 8)};
}

inline constexpr char empty = '.';

/// Pieces by `number_of` their squares, in FEN letters: `K` is the white king, `p` a black pawn, `.` an empty square.
struct Board {
    std::array<char, 64> men{};
    Colour mover = Colour::white;
    /// The square passed by a pawn that has just advanced two squares, even if it cannot be captured.
    std::optional<Square> en_passant;

    Board() { men.fill(empty); }
    char at(Square square) const { return men[number_of(square)]; }
    char& at(Square square) { return men[number_of(square)]; }
    friend bool operator==(const Board&, const Board&) = default;
};

/// `promotion` is `Q`, `R`, `B` or `N`, or `empty`.
struct Move {
    Square from, to;
    char promotion = empty;
    friend bool operator==(const Move&, const Move&) = default;
};

/// Returns `K`, `Q`, `R`, `B`, `N` or `P` for either colour; `empty` for none.
inline char kind_of(char man) {
    return 'a' <= man && man <= 'z' ? static_cast<char>(man - 'a' + 'A') : man;
}

inline char coloured(char kind, Colour colour) {
    return colour == Colour::white ? kind : static_cast<char>(kind - 'A' + 'a');
}

inline bool belongs(char man, Colour colour) {
    return man != empty && man == coloured(kind_of(man), colour);
}

/// Returns the direction of that colour's pawns: 1 or -1.
constexpr int forward(Colour colour) {
    return colour == Colour::white ? 1 : -1;
}

inline constexpr std::array<Square, 4> straight{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
inline constexpr std::array<Square, 4> diagonal{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
inline constexpr std::array<Square, 8> knight_steps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

/// Returns the square a step away, on the board or not.
constexpr Square stepped(Square square, Square step) {
    return {square.file + step.file, square.rank + step.rank};
}

/// Returns the first piece seen from `square` in the direction `step`, or `empty`.
inline char first_seen(const Board& board, Square square, Square step) {
    for (square = stepped(square, step); on_board(square); square = stepped(square, step))
        if (board.at(square) != empty) return board.at(square);
    return empty;
}

/// Returns true if a piece of `attacker` attacks `square` (article 3.1.2: also a pinned piece).
inline bool attacked(const Board& board, Square square, Colour attacker) {
    const auto holds = [&](Square place, char kind) {
        return on_board(place) && board.at(place) == coloured(kind, attacker);
    };
    for (const Square step : knight_steps)
        if (holds(stepped(square, step), 'N')) return true;
    for (const Square step : straight) {
        const char seen = first_seen(board, square, step);
        if (seen == coloured('R', attacker) || seen == coloured('Q', attacker)) return true;
        if (holds(stepped(square, step), 'K')) return true;
    }
    for (const Square step : diagonal) {
        const char seen = first_seen(board, square, step);
        if (seen == coloured('B', attacker) || seen == coloured('Q', attacker)) return true;
        if (holds(stepped(square, step), 'K')) return true;
        if (step.rank == -forward(attacker) && holds(stepped(square, step), 'P')) return true;
    }
    return false;
}

/// Returns true if the king of `colour` is attacked. The board must have that king.
inline bool in_check(const Board& board, Colour colour) {
    for (std::size_t s = 0; s < 64; ++s)
        if (board.men[s] == coloured('K', colour)) return attacked(board, square_of(s), opponent(colour));
    throw std::invalid_argument("a board without a king");
}

/// Returns true if the move captures en passant.
inline bool takes_in_passing(const Board& board, const Move& move) {
    return kind_of(board.at(move.from)) == 'P' && move.from.file != move.to.file && board.at(move.to) == empty;
}

/// Returns the board after a move of `legal_moves`.
inline Board after(const Board& board, const Move& move) {
    Board next = board;
    next.mover = opponent(board.mover);
    next.en_passant.reset();
    if (takes_in_passing(board, move)) next.at({move.to.file, move.from.rank}) = empty;
    next.at(move.to) = move.promotion == empty ? board.at(move.from) : coloured(move.promotion, board.mover);
    next.at(move.from) = empty;
    if (kind_of(board.at(move.from)) == 'P' && std::abs(move.to.rank - move.from.rank) == 2)
        next.en_passant = Square{move.from.file, (move.from.rank + move.to.rank) / 2};
    return next;
}

/// Calls `f` with the moves of the piece on `from`, ignoring the king's safety.
template <class F>
void for_each_pseudo_legal_move(const Board& board, Square from, F&& f) {
    const Colour mover = board.mover;
    const char kind = kind_of(board.at(from));
    if (kind == 'P') {
        const auto arrive = [&](Square to) {
            if (to.rank == 0 || to.rank == 7)
                for (const char promotion : {'Q', 'R', 'B', 'N'}) f(Move{from, to, promotion});
            else
                f(Move{from, to});
        };
        const Square once{from.file, from.rank + forward(mover)}, twice{from.file, from.rank + 2 * forward(mover)};
        if (board.at(once) == empty) {
            arrive(once);
            if (from.rank == (mover == Colour::white ? 1 : 6) && board.at(twice) == empty) arrive(twice);
        }
        for (const int side : {-1, 1}) {
            const Square to{from.file + side, once.rank};
            if (on_board(to) && (belongs(board.at(to), opponent(mover)) || to == board.en_passant)) arrive(to);
        }
        return;
    }
    // Moves from `from` by `step`, once or until a square is occupied.
    const auto go = [&](Square step, bool far) {
        for (Square to = stepped(from, step); on_board(to); to = stepped(to, step)) {
            if (!belongs(board.at(to), mover)) f(Move{from, to});
            if (!far || board.at(to) != empty) return;
        }
    };
    if (kind == 'N')
        for (const Square step : knight_steps) go(step, false);
    if (kind == 'R' || kind == 'Q' || kind == 'K')
        for (const Square step : straight) go(step, kind != 'K');
    if (kind == 'B' || kind == 'Q' || kind == 'K')
        for (const Square step : diagonal) go(step, kind != 'K');
}

/// Returns every move after which the mover's king is not attacked, once each.
inline std::vector<Move> legal_moves(const Board& board) {
    std::vector<Move> moves;
    for (std::size_t s = 0; s < 64; ++s)
        if (belongs(board.men[s], board.mover))
            for_each_pseudo_legal_move(board, square_of(s), [&](const Move& move) {
                if (!in_check(after(board, move), board.mover)) moves.push_back(move);
            });
    return moves;
}

/// Removes a passed square on which no pawn can capture: the text of a position has none.
inline Board without_idle_square(Board board) {
    if (!board.en_passant) return board;
    for (const Move& move : legal_moves(board))
        if (move.to == *board.en_passant && kind_of(board.at(move.from)) == 'P') return board;
    board.en_passant.reset();
    return board;
}

inline bool is_checkmate(const Board& board) {
    return in_check(board, board.mover) && legal_moves(board).empty();
}

/// Returns the number of sequences of `plies` legal moves.
inline std::uint64_t perft(const Board& board, unsigned plies) {
    if (plies == 0) return 1;
    const std::vector<Move> moves = legal_moves(board);
    if (plies == 1) return moves.size();
    std::uint64_t count = 0;
    for (const Move& move : moves) count += perft(after(board, move), plies - 1);
    return count;
}

/// Returns `a1` to `h8`.
inline std::string name_of(Square square) {
    return {static_cast<char>('a' + square.file), static_cast<char>('1' + square.rank)};
}

/// Returns the square of that name. Throws std::invalid_argument.
inline Square square_named(std::string_view name) {
    if (name.size() == 2) {
        const Square square{name[0] - 'a', name[1] - '1'};
        if (on_board(square)) return square;
    }
    throw std::invalid_argument("no square: " + std::string(name));
}

/// Reads the fields of FEN: pieces, mover, castling, and the square passed by a pawn that has just advanced two
/// squares. The last two may be missing, castling must be `-`, and the rest is ignored. Throws std::invalid_argument.
/// Does not check that the board is legal.
inline Board read(const std::string& fen) {
    const auto require = [&fen](bool holds) {
        if (!holds) throw std::invalid_argument("no FEN without castling: " + fen);
    };
    std::string_view rest = fen;
    const auto field = [&rest](std::string_view missing) {
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        const std::string_view found = rest.substr(0, rest.find(' '));
        rest.remove_prefix(found.size());
        return found.empty() ? missing : found;
    };
    const std::string_view men = field(""), mover = field(""), castling = field("-"), passed = field("-");
    Board board;
    Square square{0, 7};
    for (const char c : men) {
        if (c == '/') {
            require(square.file == 8 && square.rank > 0);
            square = {0, square.rank - 1};
        } else if ('1' <= c && c <= '8') {
            square.file += c - '0';
            require(square.file <= 8);
        } else {
            require(std::string_view("KQRBNPkqrbnp").find(c) != std::string_view::npos && on_board(square));
            board.at(square) = c;
            ++square.file;
        }
    }
    require(square == Square{8, 0} && (mover == "w" || mover == "b") && castling == "-");
    board.mover = mover == "w" ? Colour::white : Colour::black;
    if (passed != "-") board.en_passant = square_named(passed);
    return board;
}

/// Returns the four fields of FEN that `read` reads.
inline std::string write(const Board& board) {
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        int gap = 0;
        const auto close_gap = [&] {
            if (gap > 0) fen += std::to_string(gap);
            gap = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const char man = board.at({file, rank});
            if (man == empty) {
                ++gap;
            } else {
                close_gap();
                fen += man;
            }
        }
        close_gap();
        if (rank > 0) fen += '/';
    }
    fen += board.mover == Colour::white ? " w - " : " b - ";
    return fen + (board.en_passant ? name_of(*board.en_passant) : "-");
}

/// Returns the move in the notation of chess engines: `e2e4`, `e7e8q`.
inline std::string uci(const Move& move) {
    std::string text = name_of(move.from) + name_of(move.to);
    if (move.promotion != empty) text += coloured(move.promotion, Colour::black);
    return text;
}

/// Returns the move in standard notation: `Nf3`, `Rad1`, `R1a3`, `Qh4e1`, `exd6`, `e8=Q+`, `Kb6#`. The piece's file,
/// else its rank, else both distinguish it from others of its kind that can move to the same square.
inline std::string san(const Board& board, const Move& move) {
    const char man = board.at(move.from);
    const std::string from = name_of(move.from);
    const bool captures = board.at(move.to) != empty || takes_in_passing(board, move);
    std::string text;
    if (kind_of(man) == 'P') {
        if (captures) text += from[0];
    } else {
        text += kind_of(man);
        bool others = false, on_its_file = false, on_its_rank = false;
        for (const Move& other : legal_moves(board)) {
            if (other.to != move.to || other.from == move.from || board.at(other.from) != man) continue;
            others = true;
            on_its_file = on_its_file || other.from.file == move.from.file;
            on_its_rank = on_its_rank || other.from.rank == move.from.rank;
        }
        if (others && (!on_its_file || on_its_rank)) text += from[0];
        if (on_its_file) text += from[1];
    }
    if (captures) text += 'x';
    text += name_of(move.to);
    if (move.promotion != empty) {
        text += '=';
        text += move.promotion;
    }
    const Board next = after(board, move);
    if (in_check(next, next.mover)) text += legal_moves(next).empty() ? '#' : '+';
    return text;
}

}  // namespace mexbase::chess::mailbox
