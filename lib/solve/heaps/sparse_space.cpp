// SPDX-License-Identifier: MIT
#include "sparse_space.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace mexbase::detail {

std::uint32_t best_sparse_mask(std::span<const std::uint16_t> values) {
    const std::uint32_t most = values.empty() ? 0 : *std::ranges::max_element(values);
    // Walsh-Hadamard transform: for each mask, the number of rare heaps minus that of common heaps.
    std::vector<std::int64_t> excess(std::bit_ceil(std::size_t{most} + 1), 0);
    for (const std::uint16_t v : values) ++excess[v];
    for (std::size_t half = 1; half < excess.size(); half *= 2)
        for (std::size_t block = 0; block < excess.size(); block += 2 * half)
            for (std::size_t i = block; i < block + half; ++i) {
                const std::int64_t a = excess[i], b = excess[i + half];
                excess[i] = a + b;
                excess[i + half] = a - b;
            }
    return static_cast<std::uint32_t>(std::ranges::min_element(excess) - excess.begin());
}

SparseSpace::SparseSpace(const TakeAndBreak& game, bool portable) : distinct_(game.distinct), portable_(portable) {
    for (const TakeAndBreakMove& move : game.moves)
        if (move.heaps <= 2) moves_[move.heaps].push_back(move.taken);
}

bool SparseSpace::choose(std::span<const std::uint16_t> values, std::optional<std::uint32_t> mask,
                         std::uint64_t least_sparsity) {
    fits_ = false;
    const std::uint32_t most = values.empty() ? 0 : *std::ranges::max_element(values);
    if (values.size() < 2 || most >= nimber_limit) return false;
    mask_ = mask ? *mask : best_sparse_mask(values);
    const auto rare =
        static_cast<std::uint64_t>(std::ranges::count_if(values, [this](std::uint16_t v) { return !is_common(v); }));
    if (rare > values.size() / least_sparsity) return false;
    rare_.clear();
    // A part is one of two heaps that a move leaves, so it is not empty.
    for (std::size_t heap = 1; heap < values.size(); ++heap)
        if (!is_common(values[heap])) rare_.push_back({heap, values[heap]});
    // All nimbers, and the exclusive or of any two nimbers, are below the width.
    width_ = std::max(least_width, std::bit_ceil(most + 1));
    common_.assign(width_ / 64, 0);
    for (std::uint32_t v = 0; v < width_; ++v)
        if (is_common(v)) common_[v / 64] |= std::uint64_t{1} << v % 64;
    sets_.assign(std::size_t{width_} * batch_rows, 0);
    wanted_.assign(width_, 0);
    mix(rare_);
    rare_rows_.clear();
    loose_ = rare_;
    choose_fillers(values);
    return fits_ = true;
}

std::uint64_t SparseSpace::extend(std::vector<std::uint16_t>& values, std::uint64_t most) {
    return extend_width<least_width>(values, most);
}

template <unsigned Width>
std::uint64_t SparseSpace::extend_width(std::vector<std::uint16_t>& values, std::uint64_t most) {
    if constexpr (Width < nimber_limit)
        if (width_ > Width) return extend_width<2 * Width>(values, most);
    // Large sets get smaller batches, so that all sets of a batch fit into the nearest cache.
    return extend_rows < Width, Width <= 1024 ? 32 : 16 > (values, most);
}

template <unsigned Width, unsigned Rows>
std::uint64_t SparseSpace::extend_rows(std::vector<std::uint16_t>& values, std::uint64_t most) {
    first_ = values.size();
    // An option with a heap in the batch also has a heap below the batch length, whose value must be known already.
    const std::uint64_t rows = std::min({std::uint64_t{Rows}, most, first_});
    if (values.capacity() - values.size() < rows) values.reserve(values.size() + values.size() / 2 + Rows);
    values_ = values.data();
    fits_ = false;
    mark_simple(rows);
    std::uint64_t pairs = rows + do_rare<Width, Rows>(rows);
    pairs += do_common<Width, Rows>(rows);
    for (std::uint64_t row = 0; row < rows; ++row) {
        const std::uint32_t nimber = mex(row, pairs);
        if (!is_common(nimber)) {
            rare_.push_back({first_ + row, static_cast<std::uint16_t>(nimber)});
            loose_.push_back(rare_.back());
        }
        values.push_back(static_cast<std::uint16_t>(nimber));
        if (nimber >= Width) return pairs;
        push(row, nimber, rows);
    }
    // Clears the sets of unused rows, because options were marked in them too.
    if (rows < Rows) std::fill(sets_.begin() + static_cast<std::ptrdiff_t>(rows * Width), sets_.end(), 0);
    fits_ = true;
    return pairs;
}

// Marks the options with a rare heap in all rows (heaps of the batch). Stops early once all targets are found.
template <unsigned Width, unsigned Rows>
std::uint64_t SparseSpace::do_rare(std::uint64_t rows) {
    lined_up_ = 0;
    if (!distinct_) fasten_loose();
    for (const std::uint64_t taken : moves_[2]) line_up(distinct_ ? rare_ : loose_, taken, Rows);
    if (!distinct_) mark<Width, Rows>(lined_up());
    const std::span<const PartRow> parts = distinct_ ? lined_up() : std::span<const PartRow>(rare_rows_);
    std::fill_n(complete_, batch_rows, width_ + 1);
    if (parts.size() <= rare_marked_ + rare_marked_ / 4) {
        mark<Width, Rows>(parts);
        rare_marked_ -= rare_marked_ / 256;
        return parts.size() * rows;
    }
    mark<Width, Rows>(parts.first(rare_marked_));
    aim_at_common(rows);
    constexpr std::size_t stretch = 512;
    for (std::size_t from = rare_marked_; from < parts.size(); from += stretch) {
        probe(parts.subspan(from, std::min(stretch, parts.size() - from)), batch(), targets_, Rows, portable_);
        if (note_hits(rows) == 0) break;
    }
    // A row without targets may have to be computed again. The next batch then marks more rare heaps first.
    const auto used_end = targets_.used.begin() + static_cast<std::ptrdiff_t>(rows);
    if (std::find(targets_.used.begin(), used_end, 0) == used_end)
        rare_marked_ -= rare_marked_ / 256;
    else
        rare_marked_ += rare_marked_ / 32 + 1;
    return parts.size() * rows;
}

// Searches the options that leave two common heaps for rare nimbers. Finds most of these nimbers.
template <unsigned Width, unsigned Rows>
std::uint64_t SparseSpace::do_common(std::uint64_t rows) {
    if (moves_[2].empty()) return 0;
    std::size_t done = 0;
    std::uint64_t pairs = 0;
    const auto line_up_next = [&](std::size_t count) {
        count = std::min(count, fillers_.size() - done);
        std::span<const PartRow> next;
        if (distinct_) {
            lined_up_ = 0;
            for (const std::uint64_t taken : moves_[2])
                line_up(std::span<const Part>(fillers_).subspan(done, count), taken, Rows);
            next = lined_up();
        } else {
            next = std::span<const PartRow>(filler_rows_).subspan(done * moves_[2].size(), count * moves_[2].size());
        }
        done += count;
        pairs += next.size() * rows;
        return next;
    };
    mark<Width, Rows>(line_up_next(common_marked_));
    if (aim_at_rare(rows) != 0)
        common_marked_ = std::min(common_marked_ + common_marked_ / 32 + 1, fillers_.size());
    else
        common_marked_ -= common_marked_ / 256;
    // If few targets remain, searching row by row is faster.
    constexpr unsigned few = 4;
    for (std::size_t stretch = 256; note_hits(rows) > few && done < fillers_.size(); stretch += stretch / 2) {
        probe(line_up_next(stretch), batch(), targets_, Rows, portable_);
    }
    return pairs;
}

// Moves rare heaps to the permanent rows if every move of this and later batches can leave them.
void SparseSpace::fasten_loose() {
    const std::uint64_t most = moves_[2].empty() ? 0 : moves_[2].back();
    std::erase_if(loose_, [&](const Part& part) {
        if (part.heap < batch_rows || part.heap + most >= first_) return false;
        for (const std::uint64_t taken : moves_[2]) rare_rows_.push_back({part.heap + taken, part.nimber});
        return true;
    });
}

// Appends each of `parts` to `parts_` if in every row its other part is valid: it exists, is smaller than the batch,
// and is not a forbidden equal heap. Otherwise marks its options in the valid rows now.
void SparseSpace::line_up(std::span<const Part> parts, std::uint64_t taken, unsigned rows) {
    using Signed = std::int64_t;
    // A part of `heap` tokens is combined with a heap of `top` - `heap` tokens in the first row, and of one more in
    // each further row.
    const auto first = static_cast<Signed>(first_), top = first - static_cast<Signed>(taken);
    // If `least` <= part < `top`, this other heap exists and is smaller than the batch in all rows.
    const Signed least = std::max(Signed{1}, static_cast<Signed>(rows) - static_cast<Signed>(taken));
    const auto span = static_cast<std::uint64_t>(std::max(Signed{0}, top - least));
    // If heaps must be distinct: both parts are equal in some row for the `twin_span` parts from heap `twins` on.
    const Signed twins = distinct_ ? (top + 1) / 2 : 0;
    const auto twin_span = static_cast<std::uint64_t>(distinct_ ? (top + rows + 1) / 2 - twins : 0);
    if (parts_.size() < lined_up_ + parts.size()) parts_.resize(lined_up_ + parts.size());
    PartRow* to = parts_.data() + lined_up_;
    for (const Part& part : parts) {
        const auto heap = static_cast<Signed>(part.heap), other = top - heap;
        if (static_cast<std::uint64_t>(heap - least) < span && static_cast<std::uint64_t>(heap - twins) >= twin_span)
            [[likely]] {
            *to++ = {part.heap + taken, part.nimber};
            continue;
        }
        const Signed end = std::min(Signed{rows}, first - other);
        for (Signed row = std::max(Signed{0}, 1 - other); row < end; ++row)
            if (!distinct_ || other + row != heap)
                set_of(static_cast<std::uint64_t>(row))[values_[other + row] ^ part.nimber] = 1;
    }
    lined_up_ = static_cast<std::size_t>(to - parts_.data());
}

template <unsigned Width, unsigned Rows>
void SparseSpace::mark(std::span<const PartRow> parts) {
    std::uint8_t* const sets = sets_.data();
    const std::uint16_t* const heaps = batch();
    for (const PartRow& part : parts) {
        const std::uint16_t* const others = heaps - part.back;
        const std::size_t nimber = part.nimber;
#pragma GCC unroll 32
        for (unsigned row = 0; row < Rows; ++row) (sets + row * Width)[others[row] ^ nimber] = 1;
    }
}

// Marks the options that leave no heap, or that leave one heap smaller than the batch.
void SparseSpace::mark_simple(std::uint64_t rows) {
    for (std::uint64_t row = 0; row < rows; ++row) {
        std::uint8_t* const set = set_of(row);
        const std::uint64_t heap = first_ + row;
        for (const std::uint64_t taken : moves_[0])
            if (taken == heap) set[0] = 1;
        for (const std::uint64_t taken : moves_[1])
            if (taken < heap && heap - taken < first_) set[values_[heap - taken]] = 1;
    }
}

// Marks the options of later rows that contain the heap of this row. Called when its value is known.
void SparseSpace::push(std::uint64_t row, std::uint32_t nimber, std::uint64_t rows) {
    for (const std::uint64_t taken : moves_[1])
        if (row + taken < rows) set_of(row + taken)[nimber] = 1;
    for (const std::uint64_t taken : moves_[2])
        for (std::uint64_t other = 1; row + taken + other < rows; ++other)
            set_of(row + taken + other)[nimber ^ values_[other]] = 1;
}

// Chooses targets (nimbers to search for) in each row: the smallest common nimbers not marked yet. Targets above the
// value are never hit, so a few suffice.
void SparseSpace::aim_at_common(std::uint64_t rows) {
    constexpr unsigned common_slots = 4;
    targets_.clear();
    for (unsigned row = 0; row < rows; ++row) {
        const std::uint8_t* const set = set_of(row);
        for (std::uint32_t word = 0; word < width_ / 64 && complete_[row] > width_; ++word)
            for (std::uint64_t open = ~pack_bytes(set + word * 64) & common_[word]; open != 0; open &= open - 1) {
                const std::uint32_t nimber = word * 64 + static_cast<std::uint32_t>(std::countr_zero(open));
                if (targets_.used[row] == common_slots) {
                    complete_[row] = nimber;
                    break;
                }
                targets_.add(row, nimber);
            }
    }
}

// Chooses targets (nimbers to search for) in each row: the smallest rare nimbers not marked yet. Only those below the
// first unmarked common nimber matter. Returns the number of rows with more such nimbers than slots.
unsigned SparseSpace::aim_at_rare(std::uint64_t rows) {
    targets_.clear();
    unsigned crowded = 0;
    for (unsigned row = 0; row < rows; ++row) {
        const std::uint8_t* const set = set_of(row);
        bool below = true;
        for (std::uint32_t word = 0; word < width_ / 64 && below; ++word) {
            const std::uint64_t open = ~pack_bytes(set + word * 64);
            std::uint64_t rare = open & ~common_[word];
            if (const std::uint64_t common = open & common_[word]; common != 0) {
                rare &= (common & -common) - 1;
                below = false;
            }
            for (; rare != 0; rare &= rare - 1) {
                const std::uint32_t nimber = word * 64 + static_cast<std::uint32_t>(std::countr_zero(rare));
                if (targets_.used[row] == Targets::slots) {
                    ++crowded;
                    below = false;
                    break;
                }
                targets_.add(row, nimber);
            }
        }
    }
    return crowded;
}

// Marks the nimbers of targets that were found, and removes these targets. Returns the number of targets left.
unsigned SparseSpace::note_hits(std::uint64_t rows) {
    const unsigned most = targets_.most_used();
    for (unsigned slot = most; slot-- > 0;)
        for (unsigned quarter = 0; quarter < rows; quarter += 4) {
            std::uint64_t any = 0;
            std::memcpy(&any, &targets_.hits[slot][quarter], sizeof any);
            if (any == 0) [[likely]]
                continue;
            for (unsigned row = quarter; row < quarter + 4; ++row) {
                if (targets_.hits[slot][row] == 0) continue;
                targets_.hits[slot][row] = 0;
                set_of(row)[targets_.nimbers[slot][row]] = 1;
                const unsigned last = --targets_.used[row];
                targets_.nimbers[slot][row] = targets_.nimbers[last][row];
                targets_.nimbers[last][row] = Targets::none;
            }
        }
    unsigned left = 0;
    for (unsigned row = 0; row < rows; ++row) left += targets_.used[row];
    return left;
}

// Returns the value of the heap of a row and clears the set of the row. Adds the pairs visited to `pairs`.
std::uint32_t SparseSpace::mex(std::uint64_t row, std::uint64_t& pairs) {
    std::uint8_t* const set = set_of(row);
    // All nimbers of options are below `width_`.
    std::uint32_t nimber = width_;
    std::uint64_t missing = 0;
    for (std::uint32_t word = 0; word < width_ / 64 && nimber == width_; ++word) {
        const std::uint64_t bits = pack_bytes(set + word * 64);
        std::uint64_t below = ~std::uint64_t{0};
        if (const std::uint64_t open = ~bits & common_[word]; open != 0) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(open));
            nimber = word * 64 + bit;
            below = (std::uint64_t{1} << bit) - 1;
        }
        for (std::uint64_t left = ~bits & ~common_[word] & below; left != 0; left &= left - 1, ++missing) {
            const std::uint32_t rare = word * 64 + static_cast<std::uint32_t>(std::countr_zero(left));
            wanted_[rare] = 1;
        }
    }
    if (complete_[row] <= nimber) {
        // The search found all common nimbers that it looked for in this row. It did not look for the other common
        // nimbers, so the row is computed in full.
        std::fill(wanted_.begin(), wanted_.end(), 0);
        mark_rare(row);
        pairs += rare_.size() * moves_[2].size();
        complete_[row] = width_ + 1;
        return mex(row, pairs);
    }
    std::memset(set, 0, width_);
    if (missing == 0) return nimber;
    pairs += search(first_ + row, missing);
    const auto least = std::find(wanted_.begin(), wanted_.end(), 1);
    if (least == wanted_.end()) return nimber;
    nimber = static_cast<std::uint32_t>(least - wanted_.begin());
    std::fill(least, wanted_.end(), 0);
    return nimber;
}

// Marks the options of one row that contain a rare heap smaller than the batch.
void SparseSpace::mark_rare(std::uint64_t row) {
    const std::uint64_t heap = first_ + row;
    std::uint8_t* const set = set_of(row);
    for (const std::uint64_t taken : moves_[2])
        for (const Part& part : rare_) {
            if (part.heap + taken >= heap) continue;
            const std::uint64_t other = heap - taken - part.heap;
            if (distinct_ && other == part.heap) continue;
            if (other < heap) set[values_[other] ^ part.nimber] = 1;
        }
}

// Searches all pairs of heaps for the nimbers in `wanted_`, `missing` in number. Nimbers not found stay there.
std::uint64_t SparseSpace::search(std::uint64_t heap, std::uint64_t missing) {
    constexpr std::uint64_t stretch = 64;
    std::uint8_t* const wanted = wanted_.data();
    std::uint64_t pairs = 0;
    bool more = true;
    for (std::uint64_t from = 1; more; from += stretch) {
        more = false;
        for (const std::uint64_t taken : moves_[2]) {
            if (taken >= heap) continue;
            const std::uint64_t left = heap - taken;
            const std::uint64_t last = distinct_ ? (left - 1) / 2 : left / 2;
            if (from > last) continue;
            more = true;
            const std::uint64_t end = std::min(from + stretch, last + 1);
            for (std::uint64_t a = from; a < end; ++a) {
                const auto nimber = static_cast<std::uint32_t>(values_[a] ^ values_[left - a]);
                if (wanted[nimber] == 0) [[likely]]
                    continue;
                wanted[nimber] = 0;
                if (--missing == 0) return pairs + a - from + 1;
            }
            pairs += end - from;
        }
    }
    return pairs;
}

void SparseSpace::choose_fillers(std::span<const std::uint16_t> values) {
    // Fillers (common heaps to combine with others) are small heaps, which are adjacent in memory. The range must not
    // be too short, because the smallest heaps have only small nimbers.
    constexpr std::size_t least = 1U << 14, spread = 16;
    const std::size_t range = std::min(std::bit_ceil(std::max(least, spread * common_marked_)), values.size());
    fillers_.clear();
    for (std::size_t heap = batch_rows; heap < range; ++heap)
        if (is_common(values[heap])) fillers_.push_back({heap, values[heap]});
    mix(fillers_);
    filler_rows_.clear();
    const std::size_t most = moves_[2].empty() ? 0 : moves_[2].back();
    std::erase_if(fillers_, [&](const Part& part) { return part.heap + most >= values.size(); });
    for (const Part& part : fillers_)
        for (const std::uint64_t taken : moves_[2]) filler_rows_.push_back({part.heap + taken, part.nimber});
}

// Shuffles parts, always in the same way. Values are nearly periodic, so neighbouring parts would give similar options.
void SparseSpace::mix(std::vector<Part>& parts) {
    std::uint64_t random = 1;
    for (std::size_t n = parts.size(); n > 1; --n) {
        random = random * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
        std::swap(parts[n - 1], parts[(random >> 32) % n]);
    }
}

}  // namespace mexbase::detail
