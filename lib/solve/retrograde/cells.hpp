// SPDX-License-Identifier: MIT
/// \file
/// One cell per vertex. It holds first the number of options not yet won, then the outcome with remoteness.
#pragma once

#include <array>
#include <boost/property_map/property_map.hpp>
#include <cstdint>
#include <string>
#include <type_traits>

#include "../../index.hpp"
#include "../../value/outcome.hpp"
#include "../pages.hpp"

namespace mexbase {

/// The encoding of a cell of type T. The top two bits give the meaning of the rest:
///
///     00  undecided; the rest counts the options that are not yet known to be won, 0 if not counted
///     01  tie;       the rest is the remoteness; there are no ties before all wins and losses are known
///     10  loss;      the rest is the remoteness
///     11  win;       the rest is the remoteness
///
/// A cell is `overflowed` if its counter does not fit. It is updated after all cells have been widened.
template <class T>
struct CellCode {
    static_assert(std::is_unsigned_v<T>);
    static constexpr T decided = static_cast<T>(T{1} << (8 * sizeof(T) - 1));
    static constexpr T win_flag = static_cast<T>(decided >> 1);
    static constexpr T payload = static_cast<T>(win_flag - 1);
    static constexpr T overflowed = payload;
    static constexpr std::uint64_t max_counter = payload - 1;
    static constexpr std::uint64_t max_remoteness = payload;

    static constexpr T loss(std::uint64_t remoteness) { return static_cast<T>(decided | static_cast<T>(remoteness)); }
    static constexpr T win(std::uint64_t remoteness) {
        return static_cast<T>(decided | win_flag | static_cast<T>(remoteness));
    }
    static constexpr T tie(std::uint64_t remoteness) { return static_cast<T>(win_flag | static_cast<T>(remoteness)); }
    /// Returns true for a win or a loss.
    static constexpr bool is_decided(T cell) { return cell >= decided; }
    static constexpr bool is_tie(T cell) { return !is_decided(cell) && (cell & win_flag) != 0; }
    static constexpr bool is_win(T cell) { return cell >= static_cast<T>(decided | win_flag); }
    static constexpr bool is_loss(T cell) { return is_decided(cell) && !is_win(cell); }
    static constexpr std::uint64_t remoteness(T cell) { return cell & payload; }

    /// Returns the value of a cell; an undecided cell reads as a draw.
    static constexpr OutcomeValue value(T cell) {
        // A table lookup, because a branch on the outcome would be mispredicted.
        constexpr std::array<Outcome, 4> outcomes = {Outcome::draw, Outcome::tie, Outcome::loss, Outcome::win};
        const auto outcome = static_cast<unsigned>(cell >> (8 * sizeof(T) - 2));
        return {outcomes[outcome], outcome == 0 ? 0 : remoteness(cell)};
    }
    /// Returns the cell of a value; a draw is an undecided cell.
    static constexpr T cell(const OutcomeValue& value) {
        switch (value.outcome) {
            case Outcome::win:
                return win(value.remoteness);
            case Outcome::loss:
                return loss(value.remoteness);
            case Outcome::tie:
                return tie(value.remoteness);
            default:
                return 0;
        }
    }
    /// Converts a cell to a wider type. A counter that has overflowed becomes 0, which means that it has not been
    /// counted.
    template <class Wider>
    static constexpr Wider widened(T cell) {
        if (is_decided(cell) || is_tie(cell)) return CellCode<Wider>::cell(value(cell));
        return cell == overflowed ? Wider{0} : static_cast<Wider>(cell);
    }
};

/// The values of all vertices. Cells are 16 bits wide at first. Algorithms widen them to 32 or 64 bits if a remoteness
/// or a counter needs it, so values never wrap or saturate.
///
/// Movable, not copyable. Safe to read from several threads; threads may write disjoint ranges. Cells take physical
/// memory only once written, so draws take little. The class is a readable property map from index to `OutcomeValue`.
class OutcomeCells {
  public:
    using key_type = Index;
    using value_type = OutcomeValue;
    using reference = OutcomeValue;
    using category = boost::readable_property_map_tag;

    OutcomeCells() = default;
    /// Makes `size` undecided cells of `bytes` bytes each (2, 4 or 8). If `folder` is not empty, they are in a file
    /// without a name in this folder (`Pages`). Throws `Error{out_of_memory}`, or `Error{io}` for a file.
    explicit OutcomeCells(Index size, unsigned bytes = 2, const std::string& folder = {});

    /// Calls `f` with a pointer to the cells in their present type: `std::uint16_t*`, `std::uint32_t*` or
    /// `std::uint64_t*`.
    template <class F>
    decltype(auto) visit(F&& f) {
        if (bytes_ == 2) return f(static_cast<std::uint16_t*>(pages_.data()));
        if (bytes_ == 4) return f(static_cast<std::uint32_t*>(pages_.data()));
        return f(static_cast<std::uint64_t*>(pages_.data()));
    }
    template <class F>
    decltype(auto) visit(F&& f) const {
        if (bytes_ == 2) return f(static_cast<const std::uint16_t*>(pages_.data()));
        if (bytes_ == 4) return f(static_cast<const std::uint32_t*>(pages_.data()));
        return f(static_cast<const std::uint64_t*>(pages_.data()));
    }

    Index size() const { return size_; }
    unsigned cell_bytes() const { return bytes_; }
    OutcomeValue operator[](Index i) const {
        return visit(
            [i](const auto* cells) { return CellCode<std::remove_cvref_t<decltype(*cells)>>::value(cells[i]); });
    }
    friend OutcomeValue get(const OutcomeCells& cells, Index i) { return cells[i]; }

    /// Sets cell `i` to a win, loss or tie. Widens all cells first if needed. Throws `Error{not_applicable}` for any
    /// other value, because undecided cells are draws. Not safe to call from several threads.
    void set(Index i, const OutcomeValue& value);

    /// Returns the greatest remoteness that fits without widening.
    std::uint64_t max_remoteness() const {
        return visit([](const auto* cells) { return CellCode<std::remove_cvref_t<decltype(*cells)>>::max_remoteness; });
    }
    bool in_file() const { return pages_.in_file(); }
    /// Takes cells that are in a file out of the memory of this process, until they are used again.
    void let_go() const noexcept { pages_.let_go(); }
    /// Does so for the `count` cells from `first` on.
    void let_go(Index first, Index count) const noexcept { pages_.let_go(bytes_ * first, bytes_ * count); }
    /// Tells the system that the `count` cells from `first` on, which are in a file, will be used soon.
    void will_need(Index first, Index count) const noexcept { pages_.will_need(bytes_ * first, bytes_ * count); }
    /// Doubles the width of all cells in place. If it throws `Error{out_of_memory}`, nothing has changed.
    void widen();

  private:
    Pages pages_;
    Index size_ = 0;
    unsigned bytes_ = 2;
};

namespace detail {

/// Prefetches the cells of vertices.
class CellMemory {
  public:
    /// The cell of vertex v takes `bytes` bytes; `base` is the address of vertex 0.
    CellMemory(const void* base, Index bytes) : base_(static_cast<const char*>(base)), bytes_(bytes) {}
    void fetch(Index v) const { __builtin_prefetch(base_ + v * bytes_, 1); }

  private:
    const char* base_;
    Index bytes_;
};

}  // namespace detail

}  // namespace mexbase
