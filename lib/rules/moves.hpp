// SPDX-License-Identifier: MIT
/// \file
/// The interface through which solvers read the moves of a game: many positions per call.
///
/// A call fills lists that the caller owns and reuses. A virtual call per position or move would make solving slower,
/// by 10 to 80 % (bench/results/history.md, "Reading moves by chunks").
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "../index.hpp"
#include "../value/distance.hpp"
#include "../value/outcome.hpp"

namespace mexbase {

/// A growing list of indices. It is written through a `Cursor`, which keeps the end in a register. Movable.
///
/// A loop may read `slack` elements past the end, to prefetch. Their values are unspecified until `pad` sets them.
class Flat {
  public:
    static constexpr std::size_t slack = 128;

    Flat();
    ~Flat();
    Flat(Flat&& from) noexcept;
    Flat& operator=(Flat&& from) noexcept;

    void clear() { end_ = begin_; }
    std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
    const Index* data() const { return begin_; }
    Index operator[](std::size_t k) const { return begin_[k]; }
    std::span<const Index> span() const { return {begin_, end_}; }
    /// Repeats the last element `count` times after the end, at most `slack`, so that prefetches stay in range.
    void pad(std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) end_[k] = begin_ == end_ ? 0 : end_[-1];
    }
    void subtract(Index number) {
        for (Index* at = begin_; at != end_; ++at) *at -= number;
    }

    /// Appends elements to a list. Nothing else may use the list during the lifetime of the cursor.
    class Cursor {
      public:
        explicit Cursor(Flat& list) : list_(list), at_(list.end_), last_(list.last_) {}
        ~Cursor() { list_.end_ = at_; }
        Cursor(const Cursor&) = delete;
        Cursor& operator=(const Cursor&) = delete;
        /// Throws `Error{out_of_memory}` if memory runs out, or if the list would grow to 2^32 elements.
        [[gnu::always_inline]] void push(Index i) {
            if (at_ == last_) [[unlikely]] {
                at_ = list_.grow(at_);
                last_ = list_.last_;
            }
            *at_++ = i;
        }
        std::size_t size() const { return static_cast<std::size_t>(at_ - list_.begin_); }

      private:
        Flat& list_;
        Index *at_, *last_;
    };

  private:
    static constexpr std::size_t initial_capacity = 64;
    void reserve(std::size_t room);
    /// Allocates more space after `end`, the end of the list, and returns the new address of the end. It takes no
    /// reference to the cursor, so the compiler can keep the cursor in registers.
    [[gnu::noinline, gnu::cold]] Index* grow(Index* end);
    Index *begin_ = nullptr, *end_ = nullptr, *last_ = nullptr;
};

/// Positions with their options, one row per position. Row k belongs to `positions[k]`. The indices of its options are
/// `targets[j]` for ends[k-1] <= j < ends[k] (ends[-1] means 0).
struct Options {
    struct RowValue {
        std::uint32_t row;
        OutcomeValue value;
        friend bool operator==(const RowValue&, const RowValue&) = default;
    };
    struct RowCount {
        std::uint32_t row;
        std::uint64_t count;
        friend bool operator==(const RowCount&, const RowCount&) = default;
    };

    std::vector<Index> positions;
    std::vector<std::uint32_t> ends;
    Flat targets;                     ///< one per move, in the order of the rules
    std::vector<RowValue> stops;      ///< values of terminal positions for the player to move; no targets in these rows
    std::vector<RowValue> unindexed;  ///< values of options without an index, by row (`Has::settled_options`)
    std::vector<RowCount> beyond;     ///< numbers of options past the bound, if not 0, by row (`Has::leaves_bound`)
    /// Recent number of targets per position; decides how many positions are read at a time. Unchanged by `clear`.
    std::size_t density = 4;

    std::size_t size() const { return positions.size(); }
    /// Returns true if the list has `enough` targets or `enough` positions.
    bool full(std::size_t enough) const { return targets.size() >= enough || size() >= enough; }
    std::size_t begin_of(std::size_t row) const { return row == 0 ? 0 : ends[row - 1]; }
    std::span<const Index> targets_of(std::size_t row) const {
        return {targets.data() + begin_of(row), targets.data() + ends[row]};
    }
    void clear() {
        positions.clear();
        ends.clear();
        targets.clear();
        stops.clear();
        unindexed.clear();
        beyond.clear();
    }
};

/// Reads the rows of an `Options` in order. Borrows it.
class OptionRows {
  public:
    explicit OptionRows(const Options& options)
        : options_(options),
          end_(options.targets.data()),
          stop_(options.stops),
          unindexed_(options.unindexed),
          beyond_(options.beyond) {}

    /// Goes to the next row; the first call goes to row 0. Returns false after the last row.
    bool next() {
        if (next_ == options_.size()) return false;
        row_ = next_++;
        begin_ = end_;
        end_ = options_.targets.data() + options_.ends[row_];
        is_special_ = row_ == special_;
        if (is_special_ || row_ == 0) [[unlikely]]
            read_special();
        return true;
    }
    Index position() const { return options_.positions[row_]; }
    std::span<const Index> targets() const { return {begin_, end_}; }
    /// Returns the value if the position is terminal, or null.
    const OutcomeValue* stop() const { return is_special_ ? stopped_ : nullptr; }
    std::span<const Options::RowValue> unindexed() const {
        return is_special_ ? values_ : std::span<const Options::RowValue>();
    }
    /// Returns the number of options past the bound (`Has::leaves_bound`).
    std::uint64_t beyond() const { return is_special_ ? count_ : 0; }
    /// Returns true if the position is not terminal and has no option of any kind.
    bool has_no_moves() const {
        return begin_ == end_ && !(is_special_ && (stopped_ != nullptr || count_ != 0 || !values_.empty()));
    }

  private:
    // Reads the values and counts of row `row_`. Sets `special_` to the next row with values or counts.
    void read_special() {
        stopped_ = nullptr;
        count_ = 0;
        is_special_ = false;
        std::size_t values = 0;
        if (!stop_.empty() && stop_.front().row == row_) {
            stopped_ = &stop_.front().value;
            stop_ = stop_.subspan(1);
        }
        while (values < unindexed_.size() && unindexed_[values].row == row_) ++values;
        values_ = unindexed_.first(values);
        unindexed_ = unindexed_.subspan(values);
        if (!beyond_.empty() && beyond_.front().row == row_) {
            count_ = beyond_.front().count;
            beyond_ = beyond_.subspan(1);
        }
        is_special_ = stopped_ != nullptr || count_ != 0 || values != 0;
        special_ = ~std::size_t{0};
        if (!stop_.empty() && stop_.front().row < special_) special_ = stop_.front().row;
        if (!unindexed_.empty() && unindexed_.front().row < special_) special_ = unindexed_.front().row;
        if (!beyond_.empty() && beyond_.front().row < special_) special_ = beyond_.front().row;
    }

    const Options& options_;
    std::size_t row_ = 0, next_ = 0, special_ = 0;
    const Index *begin_ = nullptr, *end_;
    bool is_special_ = false;
    const OutcomeValue* stopped_ = nullptr;
    std::uint64_t count_ = 0;
    std::span<const Options::RowValue> stop_, unindexed_, values_;
    std::span<const Options::RowCount> beyond_;
};

/// Appends the rows of the positions i for which `keeps(i)` is true. Drops their targets for which `keeps` is false.
template <class Keeps>
void append_kept(const Options& rows, const Keeps& keeps, Options& out) {
    for (OptionRows row(rows); row.next();) {
        if (!keeps(row.position())) continue;
        if (row.stop() != nullptr) out.stops.push_back({static_cast<std::uint32_t>(out.size()), *row.stop()});
        out.positions.push_back(row.position());
        Flat::Cursor at(out.targets);
        for (const Index to : row.targets())
            if (keeps(to)) at.push(to);
        out.ends.push_back(static_cast<std::uint32_t>(at.size()));
    }
}

/// Positions with options that are sums. The options of `positions[k]` have the numbers ends[k-1]..ends[k]-1. The parts
/// of option j are `parts[n]` for parts_end[j-1] <= n < parts_end[j]. (ends[-1] and parts_end[-1] mean 0.)
struct SplitOptions {
    std::vector<Index> positions;
    std::vector<std::uint32_t> ends;
    Flat parts_end;
    Flat parts;  ///< at least one per option
    std::size_t density = 4;

    std::size_t size() const { return positions.size(); }
    std::span<const Index> parts_of(std::size_t option) const {
        return {parts.data() + (option == 0 ? 0 : parts_end[option - 1]), parts.data() + parts_end[option]};
    }
    void clear() {
        positions.clear();
        ends.clear();
        parts_end.clear();
        parts.clear();
    }
};

/// Facts about positions that are known before solving. Each row describes a position. Its options in earlier slices
/// are in `below`, from the `below_end` of the previous row up to the `below_end` of its own row. `unindexed` and
/// `unindexed_end` give the values of its options without an index in the same way.
struct Starts {
    static constexpr std::uint64_t not_counted = ~std::uint64_t{0};
    struct Row {
        Index position;
        std::uint64_t inside;  ///< number of options in the position's slice; `not_counted` if terminal
        std::uint32_t below_end, unindexed_end;
    };
    /// Ascending by index. In games without slices and unindexed options, only terminal positions have rows.
    std::vector<Row> rows;
    std::vector<Options::RowValue> stops;  ///< terminal positions, by row, with the value for the player to move
    Flat below;                            ///< options below the slice of the position
    std::vector<OutcomeValue> unindexed;
    /// Number of options of each index of the range. It is 0 if there are 2^32 options or more, and for an index that
    /// is terminal or not a position. Empty if not counted, or if the game has slices, a bound or unindexed options.
    std::vector<std::uint32_t> counts;

    void clear() {
        rows.clear();
        stops.clear();
        below.clear();
        unindexed.clear();
        counts.clear();
    }
    void add_stop(Index i, const OutcomeValue& value) {
        stops.push_back({static_cast<std::uint32_t>(rows.size()), value});
        rows.push_back({i, not_counted, 0, 0});
    }
};

/// A position with options past the bound (`Has::leaves_bound`).
struct Leaving {
    Index position;
    std::uint64_t count;  ///< number of options past the bound, at least 1
    friend bool operator==(const Leaving&, const Leaving&) = default;
};

/// Lines (`Has::lines`) per position. `positions[k]` is on the lines `lines[j]` for ends[k-1] <= j < ends[k].
struct Lines {
    std::vector<Index> positions;
    std::vector<std::uint32_t> ends;
    Flat lines;
    std::size_t density = 4;

    void clear() {
        positions.clear();
        ends.clear();
        lines.clear();
    }
};

/// A range of indices. The options of its positions are in the range or have smaller indices.
struct Slice {
    Index first = 0;
    Index size = 0;
    bool loop_free = false;  ///< every option is below `first`: no position of the slice leads to another
    /// Number of positions of all other slices to which moves from this slice may lead. `no_index` if only their
    /// upper limit is known, `first`.
    Index reads = no_index;
    std::string name{};  ///< name for users, such as `6-6`; the number of the slice if the rules give no name
};

/// Orders of a game's positions that the rules promise. A game with neither `descending` nor layers may be loopy.
struct Order {
    bool descending = false;    ///< options, or their parts, have smaller indices
    std::vector<Index> layers;  ///< sizes of the layers; every option is in a lower layer. Empty without layers
    Index lines = 0;            ///< number of lines (`Has::lines`); 0 without lines
    std::vector<Slice> slices;  ///< in order from index 0 to the size. Empty without slices

    /// Returns the first index of the slice with index `i`; 0 without slices.
    Index first_of_slice(Index i) const {
        const auto after = std::upper_bound(slices.begin(), slices.end(), i,
                                            [](Index index, const Slice& slice) { return index < slice.first; });
        return after == slices.begin() ? 0 : std::prev(after)->first;
    }
};

/// Properties of a game that solvers use.
struct GameTraits {
    Index size = 0;            ///< indices are 0..size-1
    Index queryable_size = 0;  ///< indices that users may query: 0..queryable_size-1
    bool partizan = false;     ///< Left and Right have different moves
    bool whole = false;        ///< an option can be one position: `options` can be called
    bool splits = false;       ///< an option can be a sum of positions: `parts` can be called
    bool stops = false;        ///< play may end although moves exist, also with a tie
    bool unindexed = false;    ///< some options have a value and no index; impartial games only
    bool bounded = false;      ///< some options are past a bound and have no value or index; impartial games only
    bool races = false;        ///< sums are races (`Has::ends_race`)
    bool ties_beyond = false;  ///< play past the bound may end in a tie
    bool has_predecessors = false;
    Distance distance = Distance::end;  ///< what the remoteness counts; `exit` only for impartial games in slices
    /// Greatest remoteness of a position from which an exit keeps the outcome by the rules. After more plies another
    /// rule makes the game a draw. Greater remotenesses are those of play without that rule.
    std::uint64_t exit_limit = no_exit_limit;
    Order order;

    /// Returns the remoteness with which an option outside the slice counts. For distances to an exit it is 0, and
    /// `exit_limit` if the option exceeds the limit, so that the position exceeds it too.
    std::uint64_t remoteness_outside(std::uint64_t remoteness) const {
        if (distance == Distance::end) return remoteness;
        return remoteness > exit_limit ? exit_limit : 0;
    }

    /// Returns default traits with the size, `whole` and `has_predecessors` of this object.
    GameTraits plain() const {
        GameTraits traits;
        traits.size = traits.queryable_size = size;
        traits.whole = whole;
        traits.has_predecessors = has_predecessors;
        return traits;
    }
};

/// The moves of a game. Immutable; safe to call from any number of threads, each with its own lists.
///
/// Ranges [first, last) are within 0..size. Functions on ranges visit positions in order, skip indices that are not
/// positions, and append to `out`. They return the index at which they stopped: `last`, or an earlier one if `out` has
/// `enough` targets or `enough` positions. Every index in a list `of` must be a position. Throws what the rules throw,
/// and `Error{out_of_memory}`.
class Moves {
  public:
    Moves(const Moves&) = delete;
    Moves& operator=(const Moves&) = delete;
    virtual ~Moves() = default;

    /// A value for parameters `enough` that sets no limit.
    static constexpr std::size_t no_limit = ~std::size_t{0};

    const GameTraits& traits() const { return traits_; }
    Index size() const { return traits_.size; }

    /// Sets out[k] to 1 if first + k is a position, else to 0.
    virtual void mark_positions(Index first, std::span<std::uint8_t> out) const = 0;
    bool is_position(Index i) const {
        std::uint8_t mark = 0;
        mark_positions(i, {&mark, 1});
        return mark != 0;
    }

    /// Appends the options of `mover`, one per move, for the positions in [first, last), until `out.full(enough)`.
    virtual Index options(Index first, Index last, Player mover, std::size_t enough, Options& out) const = 0;
    /// Overload for listed positions, in the order of the list. Returns the number of positions read.
    virtual std::size_t options(std::span<const Index> of, Player mover, std::size_t enough, Options& out) const = 0;
    /// Appends the options for positions number first..last-1 of a layer; the arguments begin with layer and first.
    /// Call it only if `order.layers` is not empty.
    virtual Index options_in_layer(Index, Index, Index last, Player, std::size_t, Options&) const { return last; }
    /// Sets out[k] to the number of options of position of[k] in its own slice (range of indices), plus the number of
    /// options past a bound. Without slices, all options with an index are counted. The positions must not be terminal.
    virtual void count_options(std::span<const Index> of, Player mover, std::span<std::uint64_t> out) const = 0;
    /// Appends the non-terminal positions of the same slice that have a listed position as an option of `mover`, once
    /// per such move. The order of all appended positions is unspecified. Call it only if `has_predecessors`.
    virtual void predecessors(std::span<const Index>, Player, Flat&) const {}

    /// Appends the facts about the positions in [first, last) that are known before solving. The range must be within
    /// one slice. Returns the number of positions in the range. `play` gives the value of positions without moves.
    virtual Index starts(Index first, Index last, Play play, Player mover, Starts& out) const = 0;

    /// Appends the non-terminal positions in [first, last) that have options past the bound. Call it only if `bounded`.
    virtual void leaving(Index, Index, std::vector<Leaving>&) const {}

    /// Appends the options of the positions as sums of parts. Call it only if `splits`.
    virtual Index parts(Index, Index last, Player, std::size_t, SplitOptions&) const { return last; }
    virtual std::size_t parts(std::span<const Index> of, Player, std::size_t, SplitOptions&) const { return of.size(); }

    /// Appends the numbers of the lines of each position (`Has::lines`). Call it only if `order.lines` is not 0.
    virtual Index lines(Index, Index last, std::size_t, Lines&) const { return last; }

  protected:
    explicit Moves(GameTraits traits) : traits_(std::move(traits)) {}

  private:
    GameTraits traits_;
};

}  // namespace mexbase
