// SPDX-License-Identifier: MIT
/// \file
/// Dōbutsu shōgi.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "../../rules/ruleset.hpp"
#include "dobutsu/diagram.hpp"
#include "dobutsu/moves.hpp"
#include "shared/seen_indices.hpp"

namespace mexbase {

/// Dōbutsu shōgi, "animal chess" (Madoka Kitao, 2008), on a board of 3 by 4 squares. Each player has a lion, an
/// elephant, a giraffe and a chick, which go one square. An elephant moves diagonally, a giraffe along ranks and files,
/// a chick forward. A chick that steps to the far rank becomes a rooster (a giraffe that may also go diagonally
/// forward). Captured pieces may be dropped on an empty square, a rooster as a chick; a chick dropped on the far rank
/// stays a chick. Taking the opponent's lion wins. A player also wins by bringing his lion to the far rank if it cannot
/// be taken at once. A lion may be left to be taken. Repetition is a draw.
///
/// *Terminal positions.* A player who can take the lion, or enter the far rank safely, wins in 1. So no position has an
/// index if the lions are adjacent, or if a lion is on its far rank. There remain 39 pairs of lions as the mover sees
/// them, or 21 if mirror images count once. Positions without an index have these values:
/// - win 0 if the mover's lion is on its far rank, because it was not taken there;
/// - otherwise win 1 if the mover can take the other lion;
/// - otherwise loss 0, because the other lion is on its far rank.
/// In an option without an index, the lion has stepped next to the other lion, or to the far rank where it can be
/// taken. The value is win 1 for the opponent.
///
/// *Positions* have both lions on the board and two each of elephants, giraffes, and chicks or roosters, on the board
/// or in hand, with either owner; roosters are never in hand.
///
/// *A player without a move* loses (0), but play never leads to this. The player's hand must be empty, and his seven
/// pieces must block each other. A search of all placements of one player's pieces shows that only
/// `S/GE-/LGE/CCl/---/-`, with the other lion anywhere, and its images are such positions. Two of these positions have
/// an index, but no predecessor. The other lion would come from its far rank, where play ends, or could not have moved.
///
/// Index: 11,878,227 times the number of the pair of lions plus the number of the placement of the other pieces
/// (`dobutsu/lions.hpp`, `dobutsu/placements.hpp`), seen by the mover. If both lions are on the middle file, both
/// mirror images have numbers, and only the smaller number is a position.
class DobutsuShogi {
  public:
    /// A position as users write it: the pair of lions and the pieces as the mover sees them, and the orientation.
    struct Position {
        std::uint8_t pair = 0;
        bool mirrored = false;  ///< the board is the mirror image of `pair`; false if the pair is symmetric
        bool gote_moves = false;
        dobutsu::States states{};
        friend bool operator==(const Position&, const Position&) = default;
    };

    static constexpr std::string_view family = "dobutsu-shogi";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true,
                             .terminal = true,
                             .settled_options = true,
                             .start = true,
                             .named_moves = true,
                             .finishing_moves = true,
                             .images = true,
                             .compose = true,
                             .numbered_moves = true,
                             .passed = true,
                             .picture = true,
                             .drawing = true,
                             .option_count = true,
                             .value_kinds = true};
    static constexpr std::array value_kinds{ValueKind::outcome};
    static const FamilyHelp& help();
    static DobutsuShogi make(const Parameters&) { return {}; }

    Index size() const { return Index{dobutsu::pair_count} * dobutsu::placement_count; }
    bool legal(Index i) const {
        if (i < Index{dobutsu::first_symmetric_pair} * dobutsu::placement_count) return true;
        return i < size() && dobutsu::is_first_image(*tables_, view(unrank(i)));
    }
    Position unrank(Index i) const {
        const auto placement = static_cast<std::uint32_t>(i % dobutsu::placement_count);
        return {static_cast<std::uint8_t>(i / dobutsu::placement_count), false, false,
                tables_->placements.unrank(placement)};
    }
    /// Returns the index, or `no_index` for a position without an index.
    Index rank(const Position& p) const {
        return p.pair < dobutsu::pair_count ? dobutsu::rank(*tables_, view(p)) : no_index;
    }

    /// Reads the player to move (S or G), the four ranks from Gote's side, and the hands: `S/gle/-c-/-C-/ELG/-`. Hands
    /// may be in any order. A position has both lions on the board, and two elephants, two giraffes and two chicks or
    /// roosters.
    Position parse(std::string_view text) const { return position_of(dobutsu::Diagram::parse(text)); }
    /// Writes the text that `parse` reads. The pieces in hand are in the order `EGCegc`.
    std::string format(const Position& p) const { return diagram_of(p).format(); }
    std::string picture(const Position& p) const { return diagram_of(p).picture(); }
    Drawing drawing(const Position& p) const { return diagram_of(p).drawing(); }
    Position start() const { return parse("S/gle/-c-/-C-/ELG/-"); }

    /// Returns the number of images (positions of one index): either player to move, mirrored or not.
    unsigned images() const { return 4; }
    Position position(Index i, unsigned g) const {
        Position p = unrank(i);
        p.gote_moves = (g & 1) != 0;
        if ((g & 2) != 0) mirror(p);
        return p;
    }
    unsigned image(const Position& p) const {
        const bool first = !p.mirrored && dobutsu::is_first_image(*tables_, view(p));
        return (p.gote_moves ? 1U : 0U) + (first ? 0U : 2U);
    }

    unsigned compose(unsigned g, unsigned h) const { return g ^ h; }

    /// Returns the exclusive bound of the numbers for `Has::numbered_moves`. They cover all pairs of lions.
    Index numbers() const { return Index{dobutsu::all_pair_count} * dobutsu::placement_count; }
    Position numbered(Index number, unsigned g) const { return position(number, g); }
    unsigned least_image(Index number, unsigned g) const {
        const auto pair = static_cast<unsigned>(number / dobutsu::placement_count);
        const dobutsu::State* const mirror = tables_->lions.mirror_of_states(pair);
        if (mirror == nullptr) return g;
        const auto states = tables_->placements.unrank(static_cast<std::uint32_t>(number % dobutsu::placement_count));
        return std::all_of(states.begin(), states.end(), [mirror](dobutsu::State s) { return mirror[s] == s; }) ? g & 1
                                                                                                                : g;
    }
    /// Returns win 1, the value of all options without an index: the mover can take the other lion.
    OutcomeValue numbered_value(Index) const { return {Outcome::win, 1}; }
    template <class F>
    void for_each_numbered_move(Index, const Position& p, Player, F&& f) const {
        dobutsu::number_options(*tables_, dobutsu::turned(*tables_, view(p)), dobutsu::turns_mirrored(*tables_, p.pair),
                                [&f](Index number, bool mirrored) { f(number, mirrored ? 3U : 1U); });
    }
    /// Returns the position with the other player to move, or `std::nullopt` for a position without an index.
    std::optional<Position> passed(const Position& p) const {
        if (p.pair >= dobutsu::pair_count) return std::nullopt;
        const dobutsu::NormalisedPosition turned = dobutsu::turned(*tables_, view(p));
        return Position{static_cast<std::uint8_t>(turned.pair), p.mirrored != dobutsu::turns_mirrored(*tables_, p.pair),
                        !p.gote_moves, turned.states};
    }

    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        if (dobutsu::wins_at_once(tables_->lions.moves[p.pair], p.states)) return OutcomeValue{Outcome::win, 1};
        return std::nullopt;
    }
    std::optional<OutcomeValue> settled(const Position& p) const;
    /// Requires a position that is not terminal.
    template <class F>
    void for_each_settled_option(Index, const Position& p, Player, F&& f) const {
        for (unsigned n = dobutsu::count_settled_options(*tables_, view(p)); n > 0; --n)
            f(OutcomeValue{Outcome::win, 1});
    }
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        const dobutsu::NormalisedPosition v = dobutsu::turned(*tables_, view(p));
        SeenIndices<dobutsu::most_moves> once(dobutsu::is_symmetric(*tables_, v));
        dobutsu::name_options(*tables_, v, [&](Index to) { once(to, f); });
    }
    std::uint64_t option_count(Index i, const Position& p) const {
        if (!dobutsu::is_symmetric(*tables_, view(p))) [[likely]]
            return dobutsu::count_options(*tables_, view(p));
        std::uint64_t count = 0;
        for_each_option(i, p, Player::left, [&count](Index) { ++count; });
        return count;
    }
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        const dobutsu::NormalisedPosition v = dobutsu::turned(*tables_, view(p));
        SeenIndices<dobutsu::most_moves> once(dobutsu::is_symmetric(*tables_, v));
        dobutsu::name_predecessors(*tables_, v, [&](Index from) { once(from, f); });
    }
    /// Names drops `C*b2`, steps `b3-b2` and captures `b3xb2`; adds `+` if a chick becomes a rooster. Files are a to c
    /// from Sente's left, ranks 1 to 4 from Gote's side.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        for (const auto& [after, name] : diagram_of(p).moves()) f(position_of(after), std::string_view(name));
    }

    /// Lists the moves that take the lion, as `b3xb2`, and the moves of the mover's lion safely to the far rank.
    template <class F>
    void for_each_finishing_move(const Position& p, Player, F&& f) const {
        for (const auto& [after, name] : diagram_of(p).finishing_moves())
            f(after ? std::optional(position_of(*after)) : std::nullopt, std::string_view(name));
    }

  private:
    static dobutsu::NormalisedPosition view(const Position& p) { return {p.pair, p.states}; }
    void mirror(Position& p) const {
        if (const dobutsu::State* const mirror = tables_->lions.mirror_of_states(p.pair))
            for (auto& s : p.states) s = mirror[s];
        else
            p.mirrored = !p.mirrored;
    }
    Position position_of(const dobutsu::Diagram& d) const;
    dobutsu::Diagram diagram_of(const Position& p) const;

    const dobutsu::Tables* tables_ = &dobutsu::Tables::shared();
};

}  // namespace mexbase
