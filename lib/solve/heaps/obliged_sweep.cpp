// SPDX-License-Identifier: MIT
#include "obliged_sweep.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "../../error.hpp"

namespace mexbase {

namespace {

// Returns a number for the unordered pair of the values with codes `a` and `b`.
constexpr unsigned kind_of(unsigned a, unsigned b) {
    return 4 * std::min(a, b) + std::max(a, b);
}

// Codes of sums of three values. The first index is `kind_of` two values, the second is the code of the third.
using TripleSums = std::array<std::array<std::uint8_t, 4>, 16>;
const TripleSums& triple_sums() {
    static const TripleSums all = [] {
        TripleSums sums{};
        for (unsigned kind = 0; kind < 16; ++kind)
            for (unsigned third = 0; third < 4; ++third) {
                ObligedSum sum;
                for (const unsigned part : {kind / 4, kind % 4, third}) sum.add(Obliged::of(part));
                sums[kind][third] = sum.value().code();
            }
        return sums;
    }();
    return all;
}

// Evaluates the sums whose bits are set in `valid`. Bit 1 of the result is set if none of them is lost in normal play.
// Bit 0 is set if none is lost in misère play.
unsigned lost_by_none(const ObligedSum& sums, std::uint64_t valid) {
    return ((~sums.normal() & valid) == 0 ? 2U : 0U) | ((~sums.misere() & valid) == 0 ? 1U : 0U);
}

std::uint64_t bits_from(const std::vector<std::uint64_t>& words, std::size_t bit) {
    const std::size_t shift = bit % 64;
    const std::uint64_t low = words[bit / 64];
    return shift == 0 ? low : low >> shift | words[bit / 64 + 1] << (64 - shift);
}

void set_bit(std::vector<std::uint64_t>& words, std::size_t bit, unsigned value) {
    words[bit / 64] |= std::uint64_t{value} << bit % 64;
}

}  // namespace

ObligedSweep::ObligedSweep(TakeAndBreak game, std::vector<std::uint8_t> known)
    : game_(std::move(game)), values_(std::move(known)) {
    game_.check();
    if (!values_.empty() && values_[0] != finished_game.code())
        throw Error(ErrorCode::corrupt,
                    "the known value of heap 0 is not 01 (lost in normal play, won in misère play)");
    if (std::ranges::any_of(values_, [](std::uint8_t code) { return code > 3; }))
        throw Error(ErrorCode::corrupt, "a known value is not one of 00, 01, 10 and 11");
    rebuild(values_.size());
}

void ObligedSweep::rebuild(std::size_t heaps) {
    const std::size_t words = heaps / 64 + 1;
    capacity_ = words * 64;
    normal_.assign(words, 0);
    misere_.assign(words, 0);
    // One extra word allows reading 64 bits from any offset.
    normal_back_.assign(words + 1, 0);
    misere_back_.assign(words + 1, 0);
    for (std::size_t heap = 0; heap < values_.size(); ++heap) note(heap);
}

void ObligedSweep::note(std::size_t heap) {
    const unsigned code = values_[heap];
    const std::size_t back = capacity_ - 1 - heap;
    set_bit(normal_, heap, code >> 1);
    set_bit(misere_, heap, code & 1);
    set_bit(normal_back_, back, code >> 1);
    set_bit(misere_back_, back, code & 1);
}

void ObligedSweep::extend(std::uint64_t heaps, const std::function<void(std::uint64_t heaps)>& progress) {
    constexpr std::uint64_t report_heaps = 1U << 14;
    constexpr std::uint64_t report_work = 1U << 26;
    if (heaps > capacity_) rebuild(static_cast<std::size_t>(std::max<std::uint64_t>(heaps, capacity_ + capacity_ / 2)));
    if (heaps > values_.capacity()) values_.reserve(capacity_);
    std::uint64_t reported = this->heaps();
    while (this->heaps() < heaps) {
        if (game_.most_heaps() == 3 && !game_.distinct) note_pairs();
        values_.push_back(next_value());
        note(values_.size() - 1);
        if (progress && (this->heaps() - reported >= report_heaps || work_ >= report_work)) {
            reported = this->heaps();
            work_ = 0;
            progress(reported);
        }
    }
}

void ObligedSweep::note_pairs() {
    while (pairs_.size() <= values_.size()) {
        const std::size_t left = pairs_.size();
        std::uint16_t kinds = 0;
        for (std::size_t a = 1; a <= left / 2; ++a)
            kinds = static_cast<std::uint16_t>(kinds | 1U << kind_of(values_[a], values_[left - a]));
        work_ += left / 2;
        pairs_.push_back(kinds);
    }
}

std::uint8_t ObligedSweep::next_value() {
    const std::size_t heap = values_.size();
    if (heap == 0) return finished_game.code();
    ObligedOptions options;
    for (const TakeAndBreakMove& move : game_.moves) {
        if (move.taken > heap || options.settled()) break;
        const std::size_t left = heap - move.taken;
        if (left == 0) {
            if (move.heaps == 0) options.add(finished_game);
        } else if (move.heaps == 1) {
            options.add(Obliged::of(values_[left]));
        } else if (move.heaps == 2) {
            add_pairs(left, options);
        } else if (move.heaps == 3) {
            add_triples(left, options);
        }
    }
    return options.value().code();
}

void ObligedSweep::add_pairs(std::size_t left, ObligedOptions& options) {
    const std::size_t last = game_.distinct ? (left - 1) / 2 : left / 2;
    if (last == 0) return;
    unsigned all = 3;
    // Two heaps of a pair have bit a in the forward words and bit a + shift in the backward words.
    const std::size_t shift = capacity_ - 1 - left;
    std::size_t word = 0;
    for (; word <= last / 64 && all != 0; ++word) {
        std::uint64_t valid = ~std::uint64_t{0};
        if (word == 0) valid &= ~std::uint64_t{1};
        if (word == last / 64) valid &= ~std::uint64_t{0} >> (63 - last % 64);
        const std::size_t back = word * 64 + shift;
        ObligedSum sums;
        sums.add(normal_[word], misere_[word]);
        sums.add(bits_from(normal_back_, back), bits_from(misere_back_, back));
        all &= lost_by_none(sums, valid);
    }
    work_ += word;
    options.add(Obliged::of(all));
}

void ObligedSweep::add_triples(std::size_t left, ObligedOptions& options) {
    const TripleSums& sums = triple_sums();
    if (game_.distinct) {
        for (std::size_t a = 1; a + (a + 1) + (a + 2) <= left; ++a)
            for (std::size_t b = a + 1; a + 2 * b < left; ++b, ++work_) {
                options.add(Obliged::of(sums[kind_of(values_[a], values_[b])][values_[left - a - b]]));
                if (options.settled()) return;
            }
        return;
    }
    // `third` is the smallest part, so it has at most a third of the tokens.
    for (std::size_t third = 1; third <= left / 3; ++third, ++work_)
        for (unsigned kinds = pairs_[left - third]; kinds != 0; kinds &= kinds - 1) {
            options.add(Obliged::of(sums[static_cast<unsigned>(std::countr_zero(kinds))][values_[third]]));
            if (options.settled()) return;
        }
}

}  // namespace mexbase
