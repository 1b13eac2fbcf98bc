// SPDX-License-Identifier: MIT
/// \file
/// Chess endings.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../rules/ruleset.hpp"
#include "chess/moves.hpp"
#include "chess/reading.hpp"

namespace mexbase {

/// Chess with few pieces, by the rules of FIDE (Laws of Chess, 2023, articles 3 and 5). There is no castling, and no
/// draw by counting moves. Stalemate and repetition are draws. Remoteness counts plies to checkmate ("distance to
/// mate").
///
/// A material is the pieces of both sides, such as KQKR. A game has all positions of the given materials, and of all
/// materials that captures and promotions lead to. Each material is one slice: moves out of its range of indices lead
/// only to lower indices. Exchanging colours gives the same material: KRKQ is KQKR. If both sides have the same pieces,
/// a position with exchanged colours and the other side to move is the same position.
///
/// A position is any placement, reachable or not, with pawns on ranks 2 to 7 only. The kings are not adjacent, and only
/// the side to move may be in check. A possible en passant capture makes a different position only if the capture is
/// legal.
///
/// If remoteness counts plies to an exit (`Distance::exit`), pawn moves leave their slice too. It then counts plies to
/// the next capture, pawn move or mate that keeps the outcome ("distance to zeroing"). A remoteness above 100 means
/// that the rule of fifty moves makes the game a draw.
///
/// Index: materials are sorted by the number of pieces, then by the number of pawns, then from the weaker pieces to the
/// better. Within a material, `chess::MaterialNumbering` gives the order.
class Chess {
  public:
    using Position = chess::Position;
    static constexpr std::string_view family = "chess";
    static constexpr unsigned rules_version = chess::Endings::version;
    static constexpr Has has{.predecessors = true,
                             .terminal = true,
                             .slices = true,
                             .lower_options = true,
                             .exits = true,
                             .digit_ranges = true,
                             .named_moves = true,
                             .engine_names = true,
                             .images = true,
                             .passed = true,
                             .picture = true,
                             .drawing = true,
                             .value_kinds = true,
                             .normalise = true,
                             .table_group = true};
    static constexpr std::array value_kinds{ValueKind::outcome};
    static const FamilyHelp& help();
    static Chess make(const Parameters&);
    static void normalise(Parameters&);
    /// Returns the material of a position, such as `KQKR`, or `too many men`; empty for an invalid text.
    static std::string table_group(std::string_view position);
    static bool may_hold(const Parameters&, std::string_view sort);

    /// Builds the game of `materials` and of all materials that captures and promotions lead to from them.
    explicit Chess(const std::vector<chess::Material>& materials, Distance distance = Distance::end);

    /// Returns the numbering of each material of the table, in the order of the slices.
    const std::vector<chess::MaterialNumbering>& layouts() const { return tables_->layouts; }

    Index size() const { return tables_->size; }
    bool legal(Index i) const {
        const chess::MaterialNumbering& layout = layout_of(i);
        return is_position(layout, i, layout.unrank(i));
    }
    Position unrank(Index i) const {
        const chess::MaterialNumbering& layout = layout_of(i);
        return {static_cast<std::uint16_t>(&layout - layouts().data()), false, layout.unrank(i)};
    }
    Index rank(const Position& p) const { return layouts()[p.material].rank(p.view); }

    /// Reads Forsyth-Edwards notation: the board, the side to move, castling (always `-`) and the square that a pawn
    /// has just passed by moving two squares. The last two fields may be missing. Counts of moves are ignored.
    Position parse(std::string_view text) const;
    /// Converts a board to a position, in some hundred nanoseconds, without allocating. Returns `std::nullopt` for a
    /// board that `parse` would reject, and stores the reason in `*fault` unless `fault` is null.
    std::optional<Position> position_of(const chess::Diagram& board,
                                        chess::BoardError* fault = nullptr) const noexcept {
        return tables_->position_of(board, fault);
    }
    /// Variant of `position_of` for a board as sets of squares. Returns `BoardError::none`, or the reason why the board
    /// is not a position; `p` is then unspecified.
    chess::BoardError read(const chess::Bitboards& board, Position& p) const noexcept {
        return chess::read(layouts(), tables_->materials, board, p);
    }
    /// Returns the index of the position that `position_of` returns, or `std::nullopt`.
    std::optional<Index> index_of(const chess::Diagram& board, chess::BoardError* fault = nullptr) const noexcept {
        return tables_->index_of(board, fault);
    }
    /// Writes the four fields that `parse` reads. The last names a square only if an en passant capture there is legal.
    std::string format(const Position& p) const { return diagram_of(p).format(); }
    std::string picture(const Position& p) const { return diagram_of(p).picture(); }
    Drawing drawing(const Position& p) const { return diagram_of(p).drawing(); }

    Index slices() const { return tables_->slices.size(); }
    Slice slice(Index k) const { return tables_->slices[k]; }

    /// Returns the game with the same positions whose remoteness counts plies to an exit. Its indices differ.
    Chess with_exits() const;
    /// Greatest number of plies to an exit that the rule of fifty moves allows.
    static constexpr std::uint64_t exit_limit = 100;

    std::vector<DigitRange> digit_ranges() const;

    /// Returns the number of images (positions with the same index): eight symmetries with White as the first side,
    /// then with Black. With pawns, only the mirror of the files is a symmetry, so images repeat.
    unsigned images() const { return 2 * chess::symmetry_count; }
    Position position(Index i, unsigned g) const;
    unsigned image(const Position& p) const;

    /// Returns p with the other side to move; `std::nullopt` in check, or if a pawn can be taken en passant.
    std::optional<Position> passed(const Position& p) const;

    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        const chess::MaterialNumbering& layout = layouts()[p.material];
        const chess::Pieces men(layout, p.view);
        const chess::Targets targets(layout, p.view, men);
        for (unsigned man = layout.begin(p.view.mover); man < layout.end(p.view.mover); ++man)
            if (targets.of[man] != 0) return std::nullopt;
        if (p.view.pushed != 0) return std::nullopt;
        return OutcomeValue{targets.check ? Outcome::loss : Outcome::draw, 0};
    }
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        const chess::MaterialNumbering& layout = layouts()[p.material];
        const chess::Pieces men(layout, p.view);
        const chess::Targets targets(layout, p.view, men);
        const bool mirrored = !layout.has_pawns() && chess::is_mirrored(layout, p.view);
        chess::for_each_move(layout, p.view, men, targets, [&](const chess::Move& move) {
            if (mirrored && (chess::counted_in_mirror(p.view.at[move.man]) & chess::bit(move.to)) == 0) return;
            if (move.leaves())
                f(rank(exit(p, move)));
            else
                f(layout.rank(chess::after_quiet(layout, p.view, men, move)));
        });
    }
    /// Calls `f(move, next)` for each legal move. `next` is the position after the move. Allocates no memory.
    template <class F>
    void for_each_legal_move(const Position& p, F&& f) const {
        const chess::MaterialNumbering& layout = layouts()[p.material];
        const chess::Pieces men(layout, p.view);
        chess::for_each_move(layout, p.view, men, chess::Targets(layout, p.view, men),
                             [&](const chess::Move& move) { f(move, after(p, move)); });
    }
    template <class F>
    std::uint64_t for_each_lower_option(Index, const Position& p, F&& f) const {
        const chess::MaterialNumbering& layout = layouts()[p.material];
        const chess::Pieces men(layout, p.view);
        const chess::Targets targets(layout, p.view, men);
        const bool mirrored = !layout.has_pawns() && chess::is_mirrored(layout, p.view);
        const chess::Squares leaving =
            layout.has_levels() ? ~chess::Squares{0} : men.others | chess::promotion_rank(p.view.mover);
        std::uint64_t inside = 0;
        const auto leave = [&](const chess::Move& move) {
            if (move.leaves())
                f(rank(exit(p, move)));
            else
                f(layout.rank(chess::after_quiet(layout, p.view, men, move)));
        };
        for (unsigned man = layout.begin(p.view.mover); man < layout.end(p.view.mover); ++man) {
            chess::Squares to = targets.of[man];
            if (mirrored) to &= chess::counted_in_mirror(p.view.at[man]);
            const chess::Squares out = to & (layout.kind(man) == chess::pawn ? leaving : men.others);
            inside += static_cast<unsigned>(std::popcount(to & ~out));
            if (out != 0) chess::for_each_move_of(layout, p.view, men, man, out, leave);
        }
        if (p.view.pushed != 0) chess::for_each_en_passant(layout, p.view, men, leave);
        return inside;
    }
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        const chess::MaterialNumbering& layout = layouts()[p.material];
        chess::for_each_predecessor(layout, p.view, f);
    }
    /// Names moves in standard algebraic notation (FIDE, appendix C).
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        for (const auto& [after, name] : named_moves(p)) f(after, std::string_view(name));
    }

    static constexpr std::string_view engine_notation = "uci";
    /// Returns the names of the moves in the notation of the Universal Chess Interface.
    std::vector<std::string> engine_names(const Position& p, Player) const;

  private:
    struct Tables : chess::Endings {
        Tables(const std::vector<chess::Material>& from, Distance distance);
        std::vector<Slice> slices;
        chess::Exits exits;
    };

    const chess::MaterialNumbering& layout_of(Index i) const {
        const auto& all = layouts();
        auto after = std::upper_bound(all.begin(), all.end(), i, [](Index at, const chess::MaterialNumbering& layout) {
            return at < layout.first();
        });
        return *--after;
    }
    static bool is_position(const chess::MaterialNumbering& layout, Index i, const chess::NormalisedPosition& v);
    Position exit(const Position& p, const chess::Move& move) const { return tables_->exits.after(layouts(), p, move); }
    chess::Diagram diagram_of(const Position& p) const;
    Position after(const Position& p, const chess::Move& move) const;
    std::vector<chess::Move> moves(const Position& p) const;
    std::vector<std::pair<Position, std::string>> named_moves(const Position& p) const;

    std::shared_ptr<const Tables> tables_;
};

}  // namespace mexbase
