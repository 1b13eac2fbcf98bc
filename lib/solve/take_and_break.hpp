/// \file
/// Taking-and-breaking games on heaps (Berlekamp, Conway and Guy, "Winning Ways", ch. 4): octal and hexadecimal codes
/// and Grundy's game, and solvers that give the values of all heaps up to a size.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../value/obliged.hpp"

namespace mexbase {

/// One kind of move: take `taken` tokens from a heap and leave exactly `heaps` heaps, none empty, in its place.
struct TakeAndBreakMove {
    std::uint64_t taken = 0;  ///< 0 only where two or three heaps are left
    std::uint8_t heaps = 0;   ///< 0..3
    friend auto operator<=>(const TakeAndBreakMove&, const TakeAndBreakMove&) = default;
};

/// A taking-and-breaking game.
struct TakeAndBreak {
    /// All of them, ascending, each once: those too that take more than any heap that values are wanted of.
    std::vector<TakeAndBreakMove> moves;
    bool distinct = false;  ///< heaps left by one move must differ from each other, as in Grundy's game

    /// The most tokens that a move takes; 0 if there is no move.
    std::uint64_t most_taken() const;
    /// The most heaps that a move leaves, 0..3.
    unsigned most_heaps() const;
    /// Throws Error (bad_spec) if the moves are not ascending, or one takes nothing and leaves less than two heaps, or
    /// one leaves more than three.
    void check() const;
};

/// The game of a code d0.d1d2d3...: where `digits[k]` has bit h, one may take k tokens and leave h heaps. Digits are
/// octal (0..7) or hexadecimal (0..15). Throws Error (bad_spec) if d0 allows to leave less than two heaps, or a digit
/// is greater than 15.
TakeAndBreak take_and_break_code(std::span<const std::uint8_t> digits);
/// Grundy's game: break a heap into two unequal ones.
TakeAndBreak grundys_game();

/// Called now and then by a sweep, with the number of heaps whose values are known. It may throw to stop the sweep,
/// which keeps what it knows and can go on later.
using SweepProgress = std::function<void(std::uint64_t heaps)>;

/// The nimbers of heaps 0, 1, 2, ...: 16 bits each, or 32 once one does not fit.
class NimberCells {
  public:
    NimberCells() = default;
    explicit NimberCells(std::vector<std::uint16_t> values) : narrow_(std::move(values)) {}
    explicit NimberCells(std::vector<std::uint32_t> values) : is_wide_(true), wide_(std::move(values)) {}

    std::size_t size() const { return is_wide_ ? wide_.size() : narrow_.size(); }
    /// 2 or 4.
    unsigned cell_bytes() const { return is_wide_ ? 4 : 2; }
    std::uint32_t operator[](std::size_t heap) const { return is_wide_ ? wide_[heap] : narrow_[heap]; }
    /// f(std::span<const std::uint16_t>) or f(std::span<const std::uint32_t>).
    template <class F>
    decltype(auto) visit(F&& f) const {
        return is_wide_ ? f(std::span<const std::uint32_t>(wide_)) : f(std::span<const std::uint16_t>(narrow_));
    }
    /// Appends the value of the next heap, and widens all where it needs that.
    void push(std::uint32_t value);
    void reserve(std::size_t heaps);

  private:
    friend class NimberSweep;
    void widen();

    bool is_wide_ = false;
    std::vector<std::uint16_t> narrow_;
    std::vector<std::uint32_t> wide_;
};

/// How a NimberSweep works; values never depend on it.
struct NimberSweepOptions {
    /// Every option of every heap, always: quadratic in the number of heaps.
    bool plain = false;
    /// From how many heaps on the sparse space method is tried.
    std::uint64_t sparse_from = 1024;
    /// The sparse space method is used where at most one heap in so many is rare; 1: always.
    std::uint64_t least_sparsity = 4;
    /// The mask of the sparse space; chosen from the values where it is not given.
    std::optional<std::uint32_t> mask{};
    /// Do not use instructions that only some processors of a kind have.
    bool portable = false;
};

namespace detail {
class PlainNimbers;
class SparseSpace;
}  // namespace detail

/// The nimbers of heaps of a game, in order of size; heap 0 has 0. Moves that leave at most two heaps are done by the
/// sparse space method where the values allow it (sparse_space.hpp), and all others plainly: a heap of n then takes
/// O(n) time for each move that leaves two heaps, and O(n) operations on sets of nimbers for each that leaves three.
/// Memory is that of the values and little else, but with moves that leave three heaps one set of nimbers a heap. For
/// one thread.
class NimberSweep {
  public:
    /// Throws Error (bad_spec) if the game is none.
    explicit NimberSweep(TakeAndBreak game, NimberSweepOptions options = {});
    /// Goes on after `known`, values of heaps 0, 1, ... that an earlier sweep of the same game gave. Throws Error
    /// (corrupt) if heap 0 has another value than 0.
    NimberSweep(TakeAndBreak game, NimberCells known, NimberSweepOptions options = {});
    NimberSweep(NimberSweep&&) noexcept;
    NimberSweep& operator=(NimberSweep&&) noexcept;
    ~NimberSweep();

    const TakeAndBreak& game() const { return game_; }
    /// How many heaps have a known value: 0..heaps()-1.
    std::uint64_t heaps() const { return values_.size(); }
    /// Computes until the values of heaps 0..heaps-1 are known. `progress` is called about every 2^14 heaps, and more
    /// often where heaps take long.
    void extend(std::uint64_t heaps, const SweepProgress& progress = {});
    /// The value of a heap below heaps().
    std::uint32_t value(std::uint64_t heap) const { return values_[static_cast<std::size_t>(heap)]; }
    /// f(span of all values).
    template <class F>
    decltype(auto) visit(F&& f) const {
        return values_.visit(std::forward<F>(f));
    }
    const NimberCells& values() const { return values_; }
    /// The mask of the sparse space in use, if any.
    std::optional<std::uint32_t> mask() const;
    /// How many heaps are rare in it; 0 without one.
    std::uint64_t rare_heaps() const;

  private:
    void choose_method();

    TakeAndBreak game_;
    NimberSweepOptions options_;
    NimberCells values_;
    std::unique_ptr<detail::PlainNimbers> plain_;
    std::unique_ptr<detail::SparseSpace> sparse_;
    bool is_sparse_ = false;
    std::uint64_t next_choice_ = 0;
    bool chosen_ = false;
};

/// The values of heaps of a game in obliged sums, in order of size, as Obliged::code; heap 0 has 01. A move that leaves
/// several heaps leaves their obliged sum. A heap of n takes O(n / 64) time for each move that leaves two heaps, less
/// where its value is 11, and O(n) for each that leaves three. Memory is a byte and a half to two a heap. For one
/// thread.
class ObligedSweep {
  public:
    /// Throws Error (bad_spec) if the game is none.
    explicit ObligedSweep(TakeAndBreak game);
    /// Goes on after `known`, values of heaps 0, 1, ... that an earlier sweep of the same game gave. Throws Error
    /// (corrupt) if heap 0 has another value than 01, or one is greater than 3.
    ObligedSweep(TakeAndBreak game, std::vector<std::uint8_t> known);

    const TakeAndBreak& game() const { return game_; }
    /// How many heaps have a known value: 0..heaps()-1.
    std::uint64_t heaps() const { return values_.size(); }
    /// As NimberSweep::extend.
    void extend(std::uint64_t heaps, const SweepProgress& progress = {});
    /// The value of a heap below heaps().
    std::uint32_t value(std::uint64_t heap) const { return values_[static_cast<std::size_t>(heap)]; }
    /// f(span of all values).
    template <class F>
    decltype(auto) visit(F&& f) const {
        return f(std::span<const std::uint8_t>(values_));
    }
    std::span<const std::uint8_t> values() const { return values_; }

  private:
    void rebuild(std::size_t heaps);
    void note(std::size_t heap);
    void note_pairs();
    std::uint8_t next_value();
    void add_pairs(std::size_t left, ObligedOptions& options);
    void add_triples(std::size_t left, ObligedOptions& options);

    TakeAndBreak game_;
    std::vector<std::uint8_t> values_;
    // One bit a heap: does the player to move win in normal, in misère play? Forward from heap 0, and backward from the
    // last heap that has room, so that the parts of a sum lie side by side.
    std::size_t room_ = 0;
    std::vector<std::uint64_t> normal_, misere_, normal_back_, misere_back_;
    // With moves that leave three heaps: for each m, the kinds of pairs of values that two heaps of m tokens have.
    std::vector<std::uint16_t> pairs_;
    std::uint64_t work_ = 0;
};

}  // namespace mexbase
