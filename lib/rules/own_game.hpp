// SPDX-License-Identifier: MIT
/// \file
/// The base class for games of users, with three functions to override. A derived class needs no templates.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "family.hpp"
#include "game.hpp"
#include "moves.hpp"
#include "spec.hpp"

namespace mexbase {

/// Facts about a user's game that hold at every position.
struct OwnFacts {
    Index size = 0;                ///< indices are 0..size-1; the size is from 1 to 2^62
    std::optional<Index> start{};  ///< the position that `start` names
    bool partizan = false;         ///< Left and Right have different moves
    bool stops = false;            ///< `stopped` is overridden: play may end though moves exist, or not with a loss
    bool descends = false;         ///< every option has a smaller index than its position, so play always ends
    bool takes_back = false;       ///< `add_predecessors` is overridden, which saves the memory of a transpose
    bool bounded = false;          ///< `leaves_bound` is overridden: options past a bound have no index
    bool ties_beyond = false;      ///< play past the bound may end in a tie
    bool cells = false;            ///< texts show boards (`lib/board/cell_rows.hpp`), which give names and drawings
    bool named_moves = false;      ///< `for_each_named_option` is overridden: moves have names
    bool picture = false;          ///< `picture_of` is overridden
    unsigned rules_version = 1;    ///< stored in tables: raise it when indices or moves get another meaning
    /// Kinds of value of the game, the default first. The other facts must allow them. Empty means all allowed kinds.
    std::vector<ValueKind> kinds{};
};

namespace detail {
/// Holds the kinds of value in a base class that is initialised before `Game`, because `Game` borrows the kinds.
struct OwnKinds {
    std::vector<ValueKind> own_kinds_;
};
}  // namespace detail

/// A game whose author numbers its positions. Immutable; its functions must be safe to call from any number of threads.
/// Write `override` after each function, so that the compiler refuses a wrong name or type. Solving throws
/// `Error{bad_usage}` if the functions contradict the facts. `check_rules` finds other mistakes.
///
/// Override `add_options`, `parse_index` and `format`; also `legal` if some indices are not positions. `OwnFacts` names
/// the functions that may be overridden too. Exceptions other than `Error` become an `Error` that names the function
/// and its argument; those of `legal`, `format` and `for_each_named_option` are passed on unchanged. A game with 10^8
/// positions or more should be a ruleset (ruleset.hpp), because its functions are inlined.
///
/// Example: docs/rulesets.md.
class OwnGame : private detail::OwnKinds, public Game {
  public:
    using EachNamedOption = std::function<void(Index to, std::string_view name)>;

    /// Appends the index of each option of `mover` at position i, once per move, always in the same order. Impartial
    /// games ignore the mover. Not called at terminal positions.
    virtual void add_options(Index i, Player mover, std::vector<Index>& out) const = 0;
    /// Returns the index of the position that a text names. Throws `Error{bad_position}`.
    virtual Index parse_index(std::string_view text) const = 0;
    /// Returns the text of a position, which `parse_index` reads. `image` is always 0.
    std::string format(Index i, unsigned image = 0) const override = 0;
    /// Returns the value for `mover` if the rules end play at i, or `std::nullopt`. Its remoteness is at most
    /// `max_terminal_remoteness`. Override it if `OwnFacts::stops` is true.
    std::optional<OutcomeValue> stopped(Index i, Player mover) const override;
    /// Returns the number of moves from i past the bound. Override it if `OwnFacts::bounded` is true.
    std::uint64_t leaves_bound(Index i) const override;
    /// Appends the non-terminal positions from which a move of `mover` leads to i, once per move. Override it if
    /// `OwnFacts::takes_back` is true.
    virtual void add_predecessors(Index i, Player mover, std::vector<Index>& out) const;

    /// Calls `f` with the target and the name of each move of `mover` at i. The names at one position differ. Override
    /// it if `OwnFacts::named_moves` is true. With `OwnFacts::cells`, a move is named by the cells that it changes, and
    /// moves to one position count as one. Not called at terminal positions.
    virtual void for_each_named_option(Index i, Player mover, const EachNamedOption& f) const;

    // Implemented by means of the functions above.

    void options(Index i, Player mover, std::vector<Index>& out) const final;
    void mark_positions(Index first, std::span<std::uint8_t> out) const final {
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = legal(first + k) ? 1 : 0;
    }
    Index options(Index first, Index last, Player, std::size_t enough, Options& out) const final;
    std::size_t options(std::span<const Index> of, Player, std::size_t enough, Options& out) const final;
    void count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const final;
    void predecessors(std::span<const Index> of, Player, Flat& out) const final;
    Index starts(Index first, Index last, Play, Player, Starts& out) const final;
    void leaving(Index first, Index last, std::vector<Leaving>& out) const final;
    SeenPosition seen(Index i, unsigned image) const final;
    SeenPosition read_seen(std::string_view text) const final;
    void for_each_seen_move(Index i, std::span<const unsigned> images, Player mover, SeenDetail detail,
                            const EachSeenMove& f) const final;

  protected:
    /// Makes a game of the family `family`, with the parameters of its spec. Throws `Error{bad_usage}` for a size or
    /// start out of range, and for contradictory facts.
    OwnGame(std::string_view family, const Parameters& parameters, const OwnFacts& facts);
    /// Overload for a normalised spec. `board` may be null.
    OwnGame(std::string_view family, std::string spec, std::shared_ptr<const Board> board, const OwnFacts& facts);

    /// Returns the picture of a position. Override it if `OwnFacts::picture` is true.
    std::string picture_of(const ResolvedPosition& asked) const override;
    std::optional<Drawing> drawing_of(const ResolvedPosition& asked, const GraphLayout& layout,
                                      const PositionLabel& label) const override;

  private:
    void for_each_move_of(std::string_view text, Player mover, const EachNamedMove& f) const final;
    ResolvedPosition read(std::string_view text, bool own_text) const final;
    void add_row(Index i, Player mover, Options& out) const;
    // These functions call the user's functions, and throw `Error` for results out of range or contrary to `OwnFacts`.
    std::optional<OutcomeValue> checked_stop(Index i, Player mover) const;
    std::uint64_t checked_beyond(Index i) const;
    void add_checked_options(Index i, Player mover, std::vector<Index>& out) const;
    Index checked_index(std::string_view text) const;
    template <class F>
    decltype(auto) call_rules(const char* function, Index i, const F& f) const;
    [[noreturn]] void refuse(const std::string& what) const;
    void require_index(Index i, Index to, const char* what) const;
    void require_override(bool needed, const char* fact, const char* function) const;

    std::optional<Index> start_;
    bool shows_cells_;
};

/// Kinds of value that users' games may have. `OwnFacts` decides which of them a game has.
std::span<const RulesetKinds> kinds_of_own_games();

namespace detail {
/// Returns `D::family`. Does not compile if D has no such member, because `Game::family` would be used instead.
template <class D>
constexpr std::string_view own_family_name() {
    constexpr bool there = requires {
        { D::family } -> std::convertible_to<std::string_view>;
    };
    static_assert(there, "a class derived from OwnGame needs a public static constexpr std::string_view family");
    if constexpr (there) {
        static_assert(is_family_name(D::family), "a family name may contain only letters, digits, - and _");
        return D::family;
    }
    return {};
}
}  // namespace detail

/// Returns the family of a class D derived from `OwnGame`. D has `static constexpr std::string_view family`, `static
/// const FamilyHelp& help()` and the constructor `explicit D(const Parameters&)`.
template <std::derived_from<OwnGame> D>
Family own_family() {
    static_assert(!std::is_abstract_v<D>, "override add_options, parse_index and format as own_game.hpp declares them");
    static_assert(std::constructible_from<D, const Parameters&> || std::is_abstract_v<D>,
                  "a class D derived from OwnGame needs the constructor explicit D(const mexbase::Parameters&)");
    Family family{detail::own_family_name<D>(), &D::help(),
                  [](Parameters p) -> std::unique_ptr<Game> { return std::make_unique<D>(p); }};
    const auto kinds = kinds_of_own_games();
    family.rulesets.assign(kinds.begin(), kinds.end());
    return family;
}

}  // namespace mexbase
