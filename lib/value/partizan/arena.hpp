// SPDX-License-Identifier: MIT
/// \file
/// Values of short partizan games (Conway, "On Numbers and Games", 1976; Siegel, "Combinatorial Game Theory", 2013,
/// chapter II).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "../partizan_outcome.hpp"
#include "dyadic.hpp"
#include "hash_tables.hpp"

namespace mexbase {

/// Id of a game in an arena, below 2^31. Two games of one arena are equal if and only if their ids are. Zero has id 0.
using PartizanId = std::uint32_t;

/// A game of the form number + `ups` copies of up + *nimber.
struct Uptimal {
    Dyadic number;
    int ups = 0;
    unsigned nimber = 0;
    friend bool operator==(const Uptimal&, const Uptimal&) = default;
};

/// A game of the form number + P + *nimber. P is the n-th power of up, with n = `power`. If `sum` is true, P is the sum
/// of the first n powers instead. A negative n means powers of down.
struct UpPower {
    Dyadic number;
    int power = 1;
    bool sum = false;
    unsigned nimber = 0;
};

/// A store of short games in canonical form, each stored once. A copy has copies of all games. Games are freed only
/// with the whole arena. The options of a number take memory only once they are requested. For one thread at a time.
///
/// Throws `Error{not_applicable}` if a game exceeds a bound: numbers as in `Dyadic`; nimbers up to *1023; 1000 ups or
/// downs; 2000 moves deep, not counting moves in numbers; 65535 canonical options per player. Throws
/// `Error{out_of_memory}` if ids exceed 31 bits or options 32 bits. After an error all ids stay valid.
class GameArena {
  public:
    static constexpr PartizanId zero = 0;
    static constexpr unsigned largest_nimber = 1023;
    static constexpr int most_ups = 1000;
    static constexpr unsigned deepest = 2000;
    static constexpr unsigned most_power = 64;

    GameArena();

    PartizanId make(std::span<const PartizanId> left, std::span<const PartizanId> right);
    PartizanId number(const Dyadic& value);
    PartizanId nimber(unsigned n) { return uptimal({0, 0, n}); }
    PartizanId uptimal(const Uptimal& value);
    /// Returns the game that `value` describes. Throws `Error{not_applicable}` unless 1 <= |power| <= `most_power`. The
    /// first power is up; the n-th is {0 | * - the sum of the lower powers} (Siegel, section II.6).
    PartizanId up_power(const UpPower& value);
    PartizanId up_power(int n) { return up_power({0, n, false, 0}); }

    /// Returns the options of the canonical form, in an internal order; valid until the next call that makes games.
    std::span<const PartizanId> left_options(PartizanId g);
    std::span<const PartizanId> right_options(PartizanId g);
    /// Returns the options of a game that is not a number, without making games.
    std::span<const PartizanId> left_of(PartizanId g) const;
    std::span<const PartizanId> right_of(PartizanId g) const;

    bool leq(PartizanId g, PartizanId h);
    PartizanId sum(PartizanId g, PartizanId h);
    PartizanId negative(PartizanId g);
    PartizanId difference(PartizanId g, PartizanId h) { return sum(g, negative(h)); }
    /// Returns {games | their negatives}; for a single game g the switch {g | -g}.
    PartizanId switch_of(std::span<const PartizanId> games);

    OutcomeClass outcome(PartizanId g) const;
    /// Returns the stop (Siegel, section II.3): the number that alternating play reaches if Left (Right) begins.
    const Dyadic& left_stop(PartizanId g) const { return numbers_[nodes_[nodes_[g].left_stop].extra].value; }
    const Dyadic& right_stop(PartizanId g) const { return numbers_[nodes_[nodes_[g].right_stop].extra].value; }
    /// Returns the number of moves in the longest play of the canonical form; 2^32 - 1 means that many or more.
    std::uint32_t birthday(PartizanId g) const { return nodes_[g].birthday; }
    /// Returns the number of moves in the longest play, if play stops as soon as it reaches a number.
    unsigned depth(PartizanId g) const { return nodes_[g].depth; }

    /// Returns the number of distinct followers (positions that play can reach) of the canonical form, itself included.
    /// Followers of numbers are not counted. If there are more than `most` followers, returns some number above `most`.
    std::size_t followers(PartizanId g, std::size_t most = ~std::size_t{0}) const;

    bool is_number(PartizanId g) const { return nodes_[g].kind == Kind::number; }
    /// Returns true if every follower of the canonical form has moves for both players or for neither.
    bool is_all_small(PartizanId g) const { return (nodes_[g].flags & all_small) != 0; }
    std::optional<Dyadic> number_of(PartizanId g) const;
    std::optional<unsigned> nimber_of(PartizanId g) const;
    /// Returns g as an uptimal (number + ups + nimber), or `std::nullopt`. Numbers and nimbers are uptimals too.
    std::optional<Uptimal> uptimal_of(PartizanId g) const;

    /// Returns the atomic weight (Siegel, section II.7; Berlekamp, Conway and Guy, "Winning Ways", chapter 8), or
    /// `std::nullopt` if g has none. All all-small games have one (`is_all_small`), and some other infinitesimals.
    /// Also returns `std::nullopt` for one of the latter if computing its weight exceeds a bound.
    std::optional<PartizanId> atomic_weight(PartizanId g);
    /// Returns a hash that is equal in all arenas and programs: the 64-bit FNV-1a hash of the text `{L|R}`. L has the
    /// sorted fingerprints of the canonical Left options, as 16 hexadecimal digits each, separated by commas; R has
    /// those of Right. Throws `Error{not_applicable}` for numbers more than 2^20 moves deep.
    std::uint64_t fingerprint(PartizanId g);

    /// Returns the number of games in the arena, numbers included.
    std::size_t size() const { return nodes_.size(); }
    /// Returns the bytes of memory in use, caches included.
    std::size_t bytes() const;

  private:
    friend class GameImport;

    enum class Kind : std::uint8_t { number, uptimal, other };
    static constexpr std::uint8_t at_most_zero = 1, at_least_zero = 2, all_small = 4, shared_options = 8;
    static constexpr PartizanId none = ReferenceTable::none;
    static constexpr std::uint32_t raw_mark = std::uint32_t{1} << 31;

    struct Node {
        std::uint32_t first = none;  ///< start of its options in `pool_`, Left's first; `none` for most numbers
        std::uint16_t lefts = 0, rights = 0;
        PartizanId left_stop = 0, right_stop = 0;
        PartizanId negative = none;
        std::uint32_t extra = none;  ///< index into `numbers_` or `uptimals_`
        std::uint32_t birthday = 0;
        std::uint16_t depth = 0;
        std::uint16_t nimber_within = 0;  ///< greatest nimber among the followers, itself included
        Kind kind = Kind::other;
        std::uint8_t flags = 0;
    };
    struct NumberRecord {
        Dyadic value;
        PartizanId id;
    };
    struct UptimalRecord {
        PartizanId number, id;
        std::int16_t ups;
        std::uint16_t nimber;
    };
    /// Options that were passed to `make` and are not canonical, with the id of the game that `make` returned.
    struct RawRecord {
        std::uint32_t first, lefts, rights;
        PartizanId id;
    };
    using Ids = std::vector<PartizanId>;
    using Span = std::span<const PartizanId>;
    /// A game whose canonical form is being computed: its options and its stops. The game is not a number.
    struct Draft {
        Span left, right;
        PartizanId left_stop, right_stop;
    };

    // Defined in arena.cpp.
    PartizanId append(const Node& node);
    std::uint32_t append_options(Span left, Span right, bool shared);
    std::uint32_t find_set(Span left, Span right, std::uint32_t hash) const;
    /// Returns the game with these options. They must be canonical and sorted, and the game must not be a number.
    PartizanId intern(Span left, Span right);
    void recognise(Node& node, Span left, Span right);
    /// Returns the id of the uptimal number + ups + *nimber, or `none` if the arena does not have it.
    PartizanId find_uptimal(PartizanId number, int ups, unsigned nimber) const;
    void materialise(PartizanId g);
    PartizanId uptimal_above(PartizanId number, int ups, unsigned nimber);

    // Defined in canonical.cpp.
    PartizanId canonical(Span left, Span right);
    /// Returns the stop of g (number that best play reaches) after Left, if `left`, or Right has moved to g.
    PartizanId stop_after(PartizanId g, bool left) const { return left ? nodes_[g].right_stop : nodes_[g].left_stop; }
    PartizanId best_stop(Span options, bool left) const;
    std::optional<Dyadic> number_between(Span left, Span right);
    bool at_most(PartizanId g, const Draft& draft);
    bool at_least(PartizanId g, const Draft& draft);
    void drop_dominated(Ids& options, bool left);
    bool bypass_reversible(Ids& options, bool left, const Draft& draft);
    const Dyadic& value(PartizanId number) const { return numbers_[nodes_[number].extra].value; }
    std::strong_ordering compare_numbers(PartizanId a, PartizanId b) const;
    bool uptimal_leq(const Node& a, const Node& b) const;

    // Defined in sum.cpp.
    /// Options of a game that is being made. They are stored on top of `stack_` and removed by the destructor.
    class Stacked;
    PartizanId intern(Stacked& options);
    PartizanId translated(PartizanId number, PartizanId g);
    // Defined in atomic_weight.cpp.
    PartizanId atomic_weight_of(PartizanId g);
    PartizanId times_up(PartizanId g, std::unordered_map<PartizanId, PartizanId>& known);
    bool has_weight(PartizanId g, PartizanId w);
    bool beats_remote_star(PartizanId g, bool left);

    std::vector<Node> nodes_;
    std::vector<PartizanId> pool_;
    std::vector<NumberRecord> numbers_;
    std::vector<UptimalRecord> uptimals_;
    std::vector<RawRecord> raw_;
    ReferenceTable sets_, number_table_, uptimal_table_;
    PairMemo<OrderEntry> order_;
    PairMemo<SumEntry> sums_;
    Ids weights_;                              // by id, as far as computed
    std::vector<std::uint64_t> fingerprints_;  // by id, as far as computed; 0 if not computed
    Ids left_, right_, kept_;                  // scratch of make
    DraftMemo draft_memo_;
    Ids stack_;  // options under construction
};

/// Computes a fingerprint (`GameArena::fingerprint`) from the fingerprints of the options. Sorts `left` and `right`.
std::uint64_t fingerprint_of_options(std::span<std::uint64_t> left, std::span<std::uint64_t> right);

/// Computes the value {Left options | Right options} of a position from the values of the options. Borrows the arena.
/// For one thread.
class CanonicalFold {
  public:
    using Value = PartizanId;
    static constexpr bool disjunctive = true;

    explicit CanonicalFold(GameArena& arena) : arena_(arena) {}
    void clear() {
        left_.clear();
        right_.clear();
    }
    /// Returns the value of a sum of parts.
    Value sum(std::span<const Value> parts) {
        Value sum = GameArena::zero;
        for (const Value part : parts) sum = arena_.sum(sum, part);
        return sum;
    }
    void add(Player player, Value option) { (player == Player::left ? left_ : right_).push_back(option); }
    void add(Player player, std::span<const Value> parts) { add(player, sum(parts)); }
    Value value() { return arena_.make(left_, right_); }
    /// Returns the bytes of memory that the arena uses.
    std::size_t bytes() const { return arena_.bytes(); }

  private:
    GameArena& arena_;
    std::vector<Value> left_, right_;
};

/// Copies games from one arena to another, such as from the arenas of several threads to one. A canonical form is
/// canonical in every arena, so no games are compared. Borrows both arenas. `from` may grow between two calls, and
/// several threads may read it at once. The ids in `to` depend on the ids in `from` and on the order of the calls.
class GameImport {
  public:
    GameImport(const GameArena& from, GameArena& to) : from_(from), to_(to) {}

    /// Returns the id in `to` of game `g` of `from`. Throws only if `to` exceeds a bound of `GameArena`.
    PartizanId operator()(PartizanId g);

  private:
    const GameArena& from_;
    GameArena& to_;
    std::unordered_map<PartizanId, PartizanId> ids_;  // ids in `to`, for games of `from` that are not uptimals
};

}  // namespace mexbase
