// SPDX-License-Identifier: MIT
/// \file
/// The nimbers of all heaps of a taking-and-breaking game up to a size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../../rules/take_and_break.hpp"

namespace mexbase {

/// Nimbers of heaps 0, 1, 2, ... in 16 bits each, or in 32 bits each if one of them needs more than 16.
class NimberCells {
  public:
    NimberCells() = default;
    explicit NimberCells(std::vector<std::uint16_t> values) : narrow_(std::move(values)) {}
    explicit NimberCells(std::vector<std::uint32_t> values) : is_wide_(true), wide_(std::move(values)) {}

    std::size_t size() const { return is_wide_ ? wide_.size() : narrow_.size(); }
    /// Returns the number of bytes per value, 2 or 4.
    unsigned cell_bytes() const { return is_wide_ ? 4 : 2; }
    std::uint32_t operator[](std::size_t heap) const { return is_wide_ ? wide_[heap] : narrow_[heap]; }
    /// Calls f with the values, as std::span<const std::uint16_t> or std::span<const std::uint32_t>.
    template <class F>
    decltype(auto) visit(F&& f) const {
        return is_wide_ ? f(std::span<const std::uint32_t>(wide_)) : f(std::span<const std::uint16_t>(narrow_));
    }
    /// Appends the value of the next heap. Converts all values to 32 bits if it does not fit into 16.
    void push(std::uint32_t value);
    void reserve(std::size_t heaps);

  private:
    friend class NimberSweep;
    void widen();

    bool is_wide_ = false;
    std::vector<std::uint16_t> narrow_;
    std::vector<std::uint32_t> wide_;
};

/// Options of a `NimberSweep`. They change its speed, never its values.
struct NimberSweepOptions {
    /// Visits every option of every heap. The time is then quadratic in the number of heaps.
    bool plain = false;
    /// The sparse space method (sparse_space.hpp) is used only after this number of heaps.
    std::uint64_t sparse_from = 1024;
    /// The sparse space method is used if at most one heap in `least_sparsity` has a rare nimber (`best_sparse_mask`).
    /// If 1, it is always used.
    std::uint64_t least_sparsity = 4;
    /// Mask that divides nimbers into rare and common (`best_sparse_mask`). By default chosen from the values.
    std::optional<std::uint32_t> mask{};
    /// Uses only instructions that all processors of an architecture have.
    bool portable = false;
};

namespace detail {
class PlainNimbers;
class SparseSpace;
}  // namespace detail

/// Computes the nimbers of heaps of a game in order of size. Heap 0 has nimber 0. Uses the sparse space method
/// (sparse_space.hpp) if no move leaves three heaps and the values allow it. Otherwise a heap of n takes O(n) time per
/// move that leaves two heaps, and O(n) operations on sets per move that leaves three. Not thread-safe.
class NimberSweep {
  public:
    /// Throws `Error{bad_spec}` for an invalid game.
    explicit NimberSweep(TakeAndBreak game, NimberSweepOptions options = {});
    /// Continues a sweep of the same game. `known` has its values of heaps 0, 1, ... Throws `Error{corrupt}` if the
    /// value of heap 0 is not 0.
    NimberSweep(TakeAndBreak game, NimberCells known, NimberSweepOptions options = {});
    NimberSweep(NimberSweep&&) noexcept;
    NimberSweep& operator=(NimberSweep&&) noexcept;
    ~NimberSweep();

    const TakeAndBreak& game() const { return game_; }
    /// Returns the number of heaps with known values: 0..heaps()-1.
    std::uint64_t heaps() const { return values_.size(); }
    /// Computes the values of heaps up to heaps-1. Calls `progress` with the number of known heaps about every 2^14
    /// heaps, and more often if heaps are slow. `progress` may throw to stop; the sweep can continue later.
    void extend(std::uint64_t heaps, const std::function<void(std::uint64_t heaps)>& progress = {});
    /// Returns the value of a heap below heaps().
    std::uint32_t value(std::uint64_t heap) const { return values_[static_cast<std::size_t>(heap)]; }
    /// Calls f with a span of all values.
    template <class F>
    decltype(auto) visit(F&& f) const {
        return values_.visit(std::forward<F>(f));
    }
    const NimberCells& values() const { return values_; }
    /// Returns the mask of the sparse space method, or `std::nullopt` if that method is not in use.
    std::optional<std::uint32_t> mask() const;
    /// Returns the number of heaps that are rare for the mask (`best_sparse_mask`); 0 without the sparse space method.
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

}  // namespace mexbase
