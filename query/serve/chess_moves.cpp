// SPDX-License-Identifier: MIT
#include "chess_moves.hpp"

#include <algorithm>
#include <utility>

#include "../../lib/error.hpp"
#include "../../lib/games/boards/chess/fen.hpp"

namespace mexbase::serve {

namespace {

using chess::bit;
using chess::Bitboards;
using chess::BoardError;
using chess::Kind;
using chess::Square;
using chess::Squares;

/// A move of a piece. Castling is a move of the king by two squares.
struct Step {
    Square from = 0, to = 0;
    Kind kind = chess::king;
    std::optional<Kind> promoted = std::nullopt;
};

Squares occupied(const Bitboards& board) {
    return board.colours[0] | board.colours[1];
}

/// Returns true if a piece of `side` attacks `square`. Side 0 is White.
bool is_attacked(const Bitboards& board, unsigned square, unsigned side) {
    const Squares theirs = board.colours[side];
    if ((chess::attacks.pawns[1 - side][square] & theirs & board.kinds[chess::pawn]) != 0) return true;
    for (const Kind kind : {chess::king, chess::queen, chess::rook, chess::bishop, chess::knight})
        if ((chess::attacked_from(kind, square, occupied(board)) & theirs & board.kinds[kind]) != 0) return true;
    return false;
}

/// Returns true if the king of `side` is attacked.
bool king_attacked(const Bitboards& board, unsigned side) {
    return is_attacked(board, chess::lowest(board.colours[side] & board.kinds[chess::king]), 1 - side);
}

/// Removes the piece on `square`, if any. Returns its kind.
std::optional<Kind> take(Bitboards& board, unsigned square) {
    for (Squares& colour : board.colours) colour &= ~bit(square);
    for (unsigned kind = 0; kind < chess::kind_count; ++kind) {
        if ((board.kinds[kind] & bit(square)) == 0) continue;
        board.kinds[kind] &= ~bit(square);
        return static_cast<Kind>(kind);
    }
    return std::nullopt;
}

void put(Bitboards& board, unsigned square, unsigned side, Kind kind) {
    board.colours[side] |= bit(square);
    board.kinds[kind] |= bit(square);
}

/// Returns the first rank of a side, as seen by it.
Squares home_rank(unsigned side) {
    return side == 0 ? Squares{0xff} : Squares{0xff} << 56;
}

/// Makes a step, which may leave the king in check. Returns the position after it and the kind of the captured piece.
/// `passed` is set after each pawn move of two squares.
std::pair<ChessPosition, std::optional<Kind>> made(const ChessPosition& before, const Step& step) {
    ChessPosition p = before;
    const unsigned me = before.board.black_moves ? 1 : 0;
    std::optional<Kind> taken = take(p.board, step.to);
    if (step.kind == chess::pawn && before.board.passed != 0 && step.to == before.board.passed)
        taken = take(p.board, me == 0 ? step.to - 8U : step.to + 8U);
    take(p.board, step.from);
    put(p.board, step.to, me, step.promoted.value_or(step.kind));
    p.castling &= ~(bit(step.from) | bit(step.to));
    if (step.kind == chess::king) {
        p.castling &= ~home_rank(me);
        const bool right = step.to == step.from + 2, left = step.from == step.to + 2;
        if (right || left) {
            take(p.board, right ? step.to + 1U : step.to - 2U);
            put(p.board, right ? step.to - 1U : step.to + 1U, me, chess::rook);
        }
    }
    const bool is_pawn = step.kind == chess::pawn;
    p.board.passed = 0;
    if (is_pawn && (step.from ^ step.to) == 16)  // two squares ahead
        p.board.passed = static_cast<Square>((step.from + step.to) / 2);
    p.board.black_moves = !before.board.black_moves;
    p.clock = is_pawn || taken ? 0 : before.clock + 1;
    return {p, taken};
}

/// Returns the squares to which a pawn may go, if its king is not in check then.
Squares pawn_targets(const Bitboards& board, unsigned me, unsigned from) {
    const Squares all = occupied(board), passed = board.passed != 0 ? bit(board.passed) : 0;
    Squares to = chess::attacks.pawns[me][from] & (board.colours[1 - me] | passed);
    const unsigned ahead = me == 0 ? from + 8 : from - 8;
    if ((all & bit(ahead)) != 0) return to;
    to |= bit(ahead);
    if (chess::rank_of(from) == (me == 0 ? 1U : 6U)) to |= bit(me == 0 ? from + 16 : from - 16) & ~all;
    return to;
}

/// Calls `f(step)` for each move by castling.
template <class F>
void for_each_castling(const ChessPosition& p, F&& f) {
    const unsigned me = p.board.black_moves ? 1 : 0;
    const Square king = chess::lowest(p.board.colours[me] & p.board.kinds[chess::king]);
    for (Squares rooks = p.castling & home_rank(me); rooks != 0; rooks &= rooks - 1) {
        const Square rook = chess::lowest(rooks);
        if ((chess::attacks.between[king][rook] & occupied(p.board)) != 0) continue;
        const int direction = rook > king ? 1 : -1;
        bool safe = true;
        for (int steps = 0; steps <= 2; ++steps)
            safe = safe && !is_attacked(p.board, static_cast<unsigned>(king + direction * steps), 1 - me);
        if (safe) f(Step{king, static_cast<Square>(king + direction * 2), chess::king});
    }
}

/// Calls `f(step, after, taken)` for each legal move, until `f` returns true. Returns true if `f` has.
template <class F>
bool for_each_legal(const ChessPosition& p, F&& f) {
    const unsigned me = p.board.black_moves ? 1 : 0;
    const Squares own = p.board.colours[me];
    bool stop = false;
    const auto attempt = [&](const Step& step) {
        if (stop) return;
        const auto [after, taken] = made(p, step);
        stop = !king_attacked(after.board, me) && f(step, after, taken);
    };
    for (unsigned k = 0; k < chess::kind_count; ++k) {
        const auto kind = static_cast<Kind>(k);
        for (Squares men = own & p.board.kinds[kind]; men != 0; men &= men - 1) {
            const Square from = chess::lowest(men);
            Squares to = kind == chess::pawn ? pawn_targets(p.board, me, from)
                                             : chess::attacked_from(kind, from, occupied(p.board)) & ~own;
            for (; to != 0; to &= to - 1) {
                const Square at = chess::lowest(to);
                if (kind == chess::pawn && (bit(at) & chess::end_ranks) != 0)
                    for (const Kind promoted : {chess::queen, chess::rook, chess::bishop, chess::knight})
                        attempt({from, at, kind, promoted});
                else
                    attempt({from, at, kind});
            }
        }
    }
    for_each_castling(p, attempt);
    return stop;
}

/// Sets `passed` to 0 unless a capture en passant is legal there.
void check_passed(ChessPosition& p) {
    if (p.board.passed == 0) return;
    const bool legal = for_each_legal(p, [&](const Step& step, const ChessPosition&, std::optional<Kind>) {
        return step.kind == chess::pawn && step.to == p.board.passed;
    });
    if (!legal) p.board.passed = 0;
}

/// Returns the name of a step in standard algebraic notation, without the sign for check. `all` are the legal steps.
std::string san_of(const Step& step, bool takes, const std::vector<Step>& all) {
    if (step.kind == chess::king && step.to == step.from + 2) return "O-O";
    if (step.kind == chess::king && step.from == step.to + 2) return "O-O-O";
    const std::string square = chess::name_of(step.from);
    std::string name;
    if (step.kind == chess::pawn) {
        if (takes) name += square[0];
    } else {
        name += chess::kind_letters[step.kind];
        bool others = false, same_file = false, same_rank = false;
        for (const Step& other : all) {
            if (other.kind != step.kind || other.to != step.to || other.from == step.from) continue;
            others = true;
            same_file = same_file || chess::file_of(other.from) == chess::file_of(step.from);
            same_rank = same_rank || chess::rank_of(other.from) == chess::rank_of(step.from);
        }
        if (others && (!same_file || same_rank)) name += square[0];
        if (others && same_file) name += square[1];
    }
    if (takes) name += 'x';
    name += chess::name_of(step.to);
    if (step.promoted) (name += '=') += chess::kind_letters[*step.promoted];
    return name;
}

[[noreturn]] void refuse(std::string_view fen, const std::string& reason) {
    throw_bad_position(fen, "is not a position: " + reason);
}

Bitboards bitboards_of(const chess::Diagram& diagram) {
    Bitboards board{.black_moves = diagram.black_moves};
    for (unsigned square = 0; square < chess::square_count; ++square) {
        const char man = diagram.men[square];
        if (man == 0) continue;
        const bool black = man >= 'a';
        const std::size_t kind =
            std::string_view(chess::kind_letters).find(black ? static_cast<char>(man - 'a' + 'A') : man);
        put(board, square, black ? 1 : 0, static_cast<Kind>(kind));
    }
    return board;
}

/// Returns the reason why a board is illegal.
BoardError fault_of(const Bitboards& board) {
    for (unsigned side = 0; side < 2; ++side)
        if (std::popcount(board.colours[side] & board.kinds[chess::king]) != 1)
            return side == 0 ? BoardError::white_king : BoardError::black_king;
    if ((board.kinds[chess::pawn] & chess::end_ranks) != 0) return BoardError::pawn;
    const Square white = chess::lowest(board.colours[0] & board.kinds[chess::king]);
    if ((chess::attacks.empty[chess::king][white] & board.colours[1] & board.kinds[chess::king]) != 0)
        return BoardError::kings;
    return king_attacked(board, board.black_moves ? 0 : 1) ? BoardError::check : BoardError::none;
}

/// Returns true if a pawn can just have gone two squares over `passed`.
bool may_have_passed(const Bitboards& board, unsigned passed) {
    const bool white_moves = !board.black_moves;
    if (chess::rank_of(passed) != (white_moves ? 5U : 2U)) return false;
    const unsigned home = white_moves ? passed + 8 : passed - 8, pawn = white_moves ? passed - 8 : passed + 8;
    return (occupied(board) & (bit(passed) | bit(home))) == 0 &&
           (board.colours[white_moves ? 1 : 0] & board.kinds[chess::pawn] & bit(pawn)) != 0;
}

}  // namespace

ChessPosition ChessPosition::parse(std::string_view fen) {
    chess::FenFields fields(fen);
    if (!fields.board.empty() && fields.mover.empty()) fields.mover = "w";
    const chess::Diagram diagram = fields.diagram(fen);
    ChessPosition p;
    p.board = bitboards_of(diagram);
    if (const BoardError fault = fault_of(p.board); fault != BoardError::none)
        refuse(fen, chess::to_string(fault, diagram));
    p.castling = chess::castling_rooks(diagram, fen, fields.castling);
    if (const std::string_view passed = fields.passed; passed != "-") {
        if (passed.size() != 2 || passed[0] < 'a' || passed[0] > 'h' || passed[1] < '1' || passed[1] > '8')
            refuse(fen, "the en passant field is " + in_quotes(passed) + ", expected - or a square");
        const auto square = static_cast<Square>((passed[1] - '1') * 8 + (passed[0] - 'a'));
        if (may_have_passed(p.board, square)) p.board.passed = square;
        check_passed(p);
    }
    p.clock = fields.clock.value_or(0);
    return p;
}

bool ChessPosition::in_check() const {
    return king_attacked(board, board.black_moves ? 1 : 0);
}

std::vector<ChessMove> legal_moves(const ChessPosition& position) {
    std::vector<Step> steps;
    std::vector<ChessMove> moves;
    for_each_legal(position, [&](const Step& step, const ChessPosition& after, std::optional<Kind> taken) {
        steps.push_back(step);
        ChessMove& move = moves.emplace_back();
        move.zeroing = step.kind == chess::pawn || taken;
        move.taken = taken;
        move.promoted = step.promoted;
        move.after = after;
        return false;
    });
    for (std::size_t m = 0; m < moves.size(); ++m) {
        ChessMove& move = moves[m];
        check_passed(move.after);
        move.check = move.after.in_check();
        move.ends =
            !for_each_legal(move.after, [](const Step&, const ChessPosition&, std::optional<Kind>) { return true; });
        move.uci = chess::name_of(steps[m].from) + chess::name_of(steps[m].to);
        if (move.promoted) move.uci += static_cast<char>(chess::kind_letters[*move.promoted] - 'A' + 'a');
        move.san = san_of(steps[m], move.taken.has_value(), steps);
        if (move.check) move.san += move.ends ? '#' : '+';
    }
    return moves;
}

}  // namespace mexbase::serve
