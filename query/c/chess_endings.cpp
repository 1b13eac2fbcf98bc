// SPDX-License-Identifier: MIT
// Folders of chess endings, in plain C.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../chess/endings.hpp"
#include "../mexquery.h"
#include "answers.hpp"

struct mexquery_chess {
    mexbase::ChessEndings endings;
};

namespace {

using namespace mexbase;
using namespace mexbase::c;

static_assert(MEXQUERY_CHESS_MOST_MOVES == ChessEndings::most_moves);
static_assert(chess::king == 0 && chess::queen == 1 && chess::rook == 2 && chess::bishop == 3 && chess::knight == 4);

/// Variant of `fail` that calls `message()` only if the caller wants the message, because failed probes are frequent.
template <class Message>
int fail_with(ErrorCode code, mexquery_error* error, const Message& message) noexcept {
    if (error == nullptr) return code_of(code);
    const auto text = detail::guarded<std::string>(message);
    return fail(code, text ? *text : std::string_view(), error);
}

/// Converts a board to a position. Returns MEXQUERY_OK, or the reason why no table has the board.
int read(const ChessEndings& endings, const mexquery_chess_board& from, chess::Position& p,
         mexquery_error* error) noexcept {
    if (from.castling != 0)
        return fail(ErrorCode::not_found, "no table has positions in which a player may castle", error);
    if (from.ep < 0 || from.ep >= static_cast<std::int32_t>(chess::square_count))
        return fail(ErrorCode::bad_usage, "the en passant square is not one of 0 (a1, for none) to 63 (h8)", error);
    const chess::Bitboards board{
        .colours = {from.white, from.black},
        .kinds = {from.kings, from.queens, from.rooks, from.bishops, from.knights, from.pawns},
        .black_moves = from.turn == 0,
        .passed = static_cast<std::uint8_t>(from.ep),
    };
    const chess::BoardError fault = endings.read(board, p);
    if (fault == chess::BoardError::none) [[likely]]
        return MEXQUERY_OK;
    if (fault != chess::BoardError::material)
        return fail_with(ErrorCode::bad_position, error,
                         [&] { return "the board is not a position: " + to_string(fault, board.diagram()); });
    return fail_with(ErrorCode::not_found, error, [&] {
        return "no table in " + in_quotes(endings.directory()) + " has the pieces " +
               chess::format(board.material().normalised());
    });
}

/// Gets the value of a board in a table of that distance.
int probe(const mexquery_chess* handle, const mexquery_chess_board* board, Distance distance, OutcomeValue& value,
          mexquery_error* error) noexcept {
    const ChessEndings& endings = handle->endings;
    chess::Position p;
    if (const int code = read(endings, *board, p, error)) return code;
    if (!endings.has(p, distance))
        return fail_with(ErrorCode::not_found, error, [&] {
            return std::string("no table of distances to ") + (distance == Distance::end ? "mate" : "zeroing") +
                   " in " + in_quotes(endings.directory()) + " has the pieces " + endings.material_of(p);
        });
    return hand_over(endings.value(p, distance), &value, error);
}

/// Returns the number of plies since the last capture or pawn move, or `std::nullopt` to ignore the rule of fifty
/// moves.
std::optional<std::uint64_t> clock_in(const mexquery_chess_board& board) {
    return board.rule50 < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(board.rule50));
}

/// Returns the number of a result in C. The tables of `ChessEndings` have no unknown results.
std::int32_t wdl_of(ChessResult result) {
    switch (result) {
        case ChessResult::loss:
            return MEXQUERY_CHESS_LOSS;
        case ChessResult::blessed_loss:
            return MEXQUERY_CHESS_BLESSED_LOSS;
        case ChessResult::cursed_win:
            return MEXQUERY_CHESS_CURSED_WIN;
        case ChessResult::win:
            return MEXQUERY_CHESS_WIN;
        default:
            return MEXQUERY_CHESS_DRAW;
    }
}

}  // namespace

int mexquery_chess_open(const char* directory, const mexquery_open_options* options, mexquery_chess** endings,
                        mexquery_error* error) {
    if (directory == nullptr || endings == nullptr) return missing(error);
    const auto opened = detail::guarded<mexquery_chess*>([&] {
        OpenOptions known = open_options(options);
        known.registry = &stock_registry();
        return new mexquery_chess{ChessEndings::open(directory, known).value()};
    });
    return hand_over(opened, endings, error);
}

void mexquery_chess_close(mexquery_chess* endings) {
    delete endings;
}

int mexquery_chess_most_men(const mexquery_chess* endings) {
    return endings == nullptr ? 0 : static_cast<int>(endings->endings.most_men());
}

int mexquery_chess_wdl(const mexquery_chess* endings, const mexquery_chess_board* board, int32_t* wdl,
                       mexquery_error* error) {
    if (endings == nullptr || board == nullptr || wdl == nullptr) return missing(error);
    chess::Position p;
    if (const int code = read(endings->endings, *board, p, error)) return code;
    return hand_over(endings->endings.result(p, clock_in(*board)), wdl, error, wdl_of);
}

int mexquery_chess_dtm(const mexquery_chess* endings, const mexquery_chess_board* board, int32_t* dtm,
                       mexquery_error* error) {
    if (endings == nullptr || board == nullptr || dtm == nullptr) return missing(error);
    OutcomeValue value;
    if (const int code = probe(endings, board, Distance::end, value, error)) return code;
    const auto plies = static_cast<std::int32_t>(value.remoteness);
    *dtm = value.outcome == Outcome::win ? plies : value.outcome == Outcome::loss ? -plies : 0;
    return MEXQUERY_OK;
}

int mexquery_chess_dtz(const mexquery_chess* endings, const mexquery_chess_board* board, int32_t* dtz,
                       mexquery_error* error) {
    if (endings == nullptr || board == nullptr || dtz == nullptr) return missing(error);
    OutcomeValue value;
    if (const int code = probe(endings, board, Distance::exit, value, error)) return code;
    *dtz = static_cast<std::int32_t>(syzygy_distance(value).value_or(0));
    return MEXQUERY_OK;
}

int mexquery_chess_root(const mexquery_chess* endings, const mexquery_chess_board* board, mexquery_chess_move* moves,
                        size_t capacity, size_t* count, mexquery_error* error) {
    if (endings == nullptr || board == nullptr || (moves == nullptr && capacity != 0) || count == nullptr)
        return missing(error);
    chess::Position p;
    if (const int code = read(endings->endings, *board, p, error)) return code;
    std::array<EndingMove, ChessEndings::most_moves> known;
    const Result<std::size_t> found = endings->endings.moves(p, clock_in(*board), known);
    if (!found) return fail(found.error(), error);
    for (std::size_t k = 0; k < std::min(capacity, *found); ++k) {
        const EndingMove& from = known[k];
        moves[k] = {from.from | from.to << 6U | static_cast<std::uint32_t>(from.promoted) << 12U, wdl_of(from.result),
                    from.dtz, from.dtm};
    }
    *count = *found;
    return succeed(error);
}
