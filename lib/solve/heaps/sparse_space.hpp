// SPDX-License-Identifier: MIT
/// \file
/// The sparse space method for nimbers of taking-and-breaking games ("Winning Ways", ch. 4; Gangolli and Plambeck, "A
/// note on periodicity in some octal games", 1989).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../../rules/take_and_break.hpp"
#include "sparse_kernels.hpp"

namespace mexbase::detail {

/// Returns the mask for which the fewest `values` are rare; the smallest one if several are equal. A nimber is common
/// if it has an odd number of bits of the mask, otherwise rare. Memory is proportional to the greatest value.
std::uint32_t best_sparse_mask(std::span<const std::uint16_t> values);

/// Computes nimbers of heaps of a game whose moves leave at most two heaps.
///
/// A mask divides nimbers into rare and common (`best_sparse_mask`), and heaps by their nimbers. The exclusive or of
/// two nimbers is common if exactly one of them is. So an option of two heaps has a common nimber only if one heap is
/// rare. If few heaps are rare, the smallest common nimber that is not an option is found fast. It is likely the value.
/// The rare nimbers below it must be shown to be options, which usually takes a few pairs of common heaps. If some of
/// them are not, the smallest is the value. Any mask gives correct values; only time depends on it.
///
/// Heaps are done in batches of consecutive sizes, so that the heaps combined with one part are contiguous. Options are
/// first marked one by one in sets. A search in all heaps at once is faster for the last undecided nimbers.
class SparseSpace {
  public:
    /// The sparse space method requires that all nimbers are below this.
    static constexpr std::uint32_t nimber_limit = 1U << 14;

    SparseSpace(const TakeAndBreak& game, bool portable);

    /// Prepares for computing the heaps after `values`. Uses the best mask if `mask` is empty. Returns false if a
    /// nimber is too great, or if more than one in `least_sparsity` heaps is rare.
    bool choose(std::span<const std::uint16_t> values, std::optional<std::uint32_t> mask, std::uint64_t least_sparsity);
    /// Appends the values of 1 to `most` heaps. Returns the approximate number of pairs of heaps visited.
    std::uint64_t extend(std::vector<std::uint16_t>& values, std::uint64_t most);
    /// Returns false if a nimber is too great for the sets in use. Then `choose` must be called before the next batch.
    bool fits() const { return fits_; }
    std::uint32_t mask() const { return mask_; }
    /// Returns the number of heaps whose nimbers are rare. Heap 0 is not counted.
    std::uint64_t rare_heaps() const { return rare_.size(); }

  private:
    /// One of the two heaps of an option. It is combined with many other heaps.
    struct Part {
        std::uint64_t heap;
        std::uint16_t nimber;
    };

    /// Smallest width of a set of nimbers. A set has one byte per nimber; its width, the number of these bytes, is a
    /// power of two and at most `nimber_limit`.
    static constexpr unsigned least_width = 256;
    template <unsigned Width>
    std::uint64_t extend_width(std::vector<std::uint16_t>& values, std::uint64_t most);
    template <unsigned Width, unsigned Rows>
    std::uint64_t extend_rows(std::vector<std::uint16_t>& values, std::uint64_t most);
    template <unsigned Width, unsigned Rows>
    void mark(std::span<const PartRow> parts);
    void line_up(std::span<const Part> parts, std::uint64_t taken, unsigned rows);
    void fasten_loose();
    void mark_simple(std::uint64_t rows);
    void push(std::uint64_t row, std::uint32_t nimber, std::uint64_t rows);
    template <unsigned Width, unsigned Rows>
    std::uint64_t do_rare(std::uint64_t rows);
    template <unsigned Width, unsigned Rows>
    std::uint64_t do_common(std::uint64_t rows);
    void aim_at_common(std::uint64_t rows);
    unsigned aim_at_rare(std::uint64_t rows);
    unsigned note_hits(std::uint64_t rows);
    std::uint32_t mex(std::uint64_t row, std::uint64_t& pairs);
    void mark_rare(std::uint64_t row);
    std::uint64_t search(std::uint64_t heap, std::uint64_t missing);
    void choose_fillers(std::span<const std::uint16_t> values);
    static void mix(std::vector<Part>& parts);
    bool is_common(std::uint32_t nimber) const { return __builtin_popcount(nimber & mask_) % 2 != 0; }
    std::span<const PartRow> lined_up() const { return std::span(parts_).first(lined_up_); }
    const std::uint16_t* batch() const { return values_ + first_; }
    std::uint8_t* set_of(std::uint64_t row) { return sets_.data() + row * width_; }

    std::vector<std::uint64_t> moves_[3];  // tokens taken by moves that leave 0, 1, 2 heaps
    bool distinct_, portable_;
    std::uint32_t mask_ = 0;
    std::uint32_t width_ = 0;  // bytes per set
    bool fits_ = false;
    std::vector<Part> rare_;
    std::vector<Part> fillers_;  // common heaps; pairs with them give most of the rare options
    // Rows for parts that every move can leave in this batch and in all later batches. Rare heaps without a row are in
    // `loose_`.
    std::vector<PartRow> rare_rows_, filler_rows_;
    std::vector<Part> loose_;
    // Numbers of rare heaps and of fillers to combine with other heaps before searching for the remaining nimbers.
    std::size_t rare_marked_ = 256, common_marked_ = 256;
    std::vector<std::uint8_t> sets_;     // one byte per nimber, one row per heap of the batch
    std::vector<std::uint64_t> common_;  // one bit per nimber
    std::vector<std::uint8_t> wanted_;   // one byte per nimber: not yet shown to be an option

    const std::uint16_t* values_ = nullptr;
    std::uint64_t first_ = 0;     // first heap of the batch
    std::vector<PartRow> parts_;  // the first lined_up_ are in use
    std::size_t lined_up_ = 0;
    Targets targets_{};
    std::uint32_t complete_[batch_rows] = {};  // per row: its set has all options with a common nimber below this
};

}  // namespace mexbase::detail
