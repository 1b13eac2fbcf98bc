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

/// The nimbers of heaps 0, 1, 2, ...: 16 bits each, or 32 once one does not fit.
class NimberCells {
  public:
    NimberCells() = default;
    explicit NimberCells(std::vector<std::uint16_t> values) : narrow_(std::move(values)) {}
    explicit NimberCells(std::vector<std::uint32_t> values) : is_wide_(true), wide_(std::move(values)) {}

    std::size_t size() const { return is_wide_ ? wide_.size() : narrow_.size(); }
    /// Returns the number of bytes per value, 2 or 4.
    unsigned cell_bytes() const { return is_wide_ ? 4 : 2; }
    std::uint32_t operator[](std::size_t heap) const { return is_wide_ ? wide_[heap] : narrow_[heap]; }
    /// Calls f(std::span<const std::uint16_t>) or f(std::span<const std::uint32_t>).
    template <class F>
    decltype(auto) visit(F&& f) const {
        return is_wide_ ? f(std::span<const std::uint32_t>(wide_)) : f(std::span<const std::uint16_t>(narrow_));
    }
    /// Appends the value of the next heap, and widens all values if needed.
    void push(std::uint32_t value);
    void reserve(std::size_t heaps);

  private:
    friend class NimberSweep;
    void widen();

    bool is_wide_ = false;
    std::vector<std::uint16_t> narrow_;
    std::vector<std::uint32_t> wide_;
};

/// Options of a NimberSweep; values never depend on them.
struct NimberSweepOptions {
    /// Always visits every option of every heap: quadratic in the number of heaps.
    bool plain = false;
    /// Number of heaps from which on the sparse space method is tried.
    std::uint64_t sparse_from = 1024;
    /// The sparse space method is used if at most one heap in this many is rare (`best_sparse_mask`); 1: always.
    std::uint64_t least_sparsity = 4;
    /// The mask that divides nimbers into rare and common (`best_sparse_mask`); chosen from the values if not given.
    std::optional<std::uint32_t> mask{};
    /// Avoids instructions that not all processors of an architecture have.
    bool portable = false;
};

namespace detail {
class PlainNimbers;
class SparseSpace;
}  // namespace detail

/// The nimbers of heaps of a game, in order of size; heap 0 has 0. Moves that leave at most two heaps are done by the
/// sparse space method if the values allow it (sparse_space.hpp). Otherwise a heap of n takes O(n) time for each move
/// that leaves two heaps, and O(n) operations on sets of nimbers for each that leaves three. Memory is that of the
/// values, plus, with moves that leave three heaps, one set of nimbers per heap. For one thread.
class NimberSweep {
  public:
    /// Throws `Error{bad_spec}` for an invalid game.
    explicit NimberSweep(TakeAndBreak game, NimberSweepOptions options = {});
    /// Continues after `known`, values of heaps 0, 1, ... that an earlier sweep of the same game gave. Throws
    /// `Error{corrupt}` if the value of heap 0 is not 0.
    NimberSweep(TakeAndBreak game, NimberCells known, NimberSweepOptions options = {});
    NimberSweep(NimberSweep&&) noexcept;
    NimberSweep& operator=(NimberSweep&&) noexcept;
    ~NimberSweep();

    const TakeAndBreak& game() const { return game_; }
    /// Returns the number of heaps with known values: 0..heaps()-1.
    std::uint64_t heaps() const { return values_.size(); }
    /// Computes until the values of heaps 0..heaps-1 are known. Calls `progress` with the number of known heaps about
    /// every 2^14 heaps, and more often for slow heaps. `progress` may throw to stop the sweep, which keeps its values
    /// and can be continued later.
    void extend(std::uint64_t heaps, const std::function<void(std::uint64_t heaps)>& progress = {});
    /// Returns the value of a heap below heaps().
    std::uint32_t value(std::uint64_t heap) const { return values_[static_cast<std::size_t>(heap)]; }
    /// Calls f(span of all values).
    template <class F>
    decltype(auto) visit(F&& f) const {
        return values_.visit(std::forward<F>(f));
    }
    const NimberCells& values() const { return values_; }
    /// Returns the mask of the sparse space, or `std::nullopt` if the method is not in use.
    std::optional<std::uint32_t> mask() const;
    /// Returns the number of rare heaps of the sparse space; 0 if the method is not in use.
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
