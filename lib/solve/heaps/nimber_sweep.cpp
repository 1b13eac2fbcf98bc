// SPDX-License-Identifier: MIT
#include "nimber_sweep.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "../../error.hpp"
#include "../../value/nimber.hpp"
#include "sparse_space.hpp"

namespace mexbase {

void NimberCells::push(std::uint32_t value) {
    if (!is_wide_ && value > std::numeric_limits<std::uint16_t>::max()) widen();
    if (is_wide_)
        wide_.push_back(value);
    else
        narrow_.push_back(static_cast<std::uint16_t>(value));
}

void NimberCells::reserve(std::size_t heaps) {
    if (is_wide_)
        wide_.reserve(heaps);
    else
        narrow_.reserve(heaps);
}

void NimberCells::widen() {
    wide_.reserve(narrow_.capacity());
    wide_.assign(narrow_.begin(), narrow_.end());
    narrow_ = {};
    is_wide_ = true;
}

namespace {

// Moves bit i of `bits` to bit number i ^ by. Requires by < 64.
std::uint64_t xor_bits(std::uint64_t bits, std::uint32_t by) {
    if ((by & 1) != 0) bits = (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
    if ((by & 2) != 0) bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
    if ((by & 4) != 0) bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0f) | (bits & 0x0f0f0f0f0f0f0f0f) << 4;
    if ((by & 8) != 0) bits = (bits >> 8 & 0x00ff00ff00ff00ff) | (bits & 0x00ff00ff00ff00ff) << 8;
    if ((by & 16) != 0) bits = (bits >> 16 & 0x0000ffff0000ffff) | (bits & 0x0000ffff0000ffff) << 16;
    return (by & 32) != 0 ? std::rotl(bits, 32) : bits;
}

}  // namespace

namespace detail {

/// Computes nimbers by visiting all options. Tests compare the sparse space method (sparse_space.hpp) with it.
class PlainNimbers {
  public:
    explicit PlainNimbers(const TakeAndBreak& game) : game_(game), triples_(game.most_heaps() == 3) {}

    /// Returns the nimber of heap `values.size()` from smaller heaps. Adds the number of visited pairs to `work`.
    template <class T>
    std::uint32_t next(std::span<const T> values, std::uint64_t& work) {
        const std::uint64_t heap = values.size();
        if (heap == 0) return 0;
        if (triples_ && !game_.distinct) note_pairs(values, work);
        options_.clear();
        for (const TakeAndBreakMove& move : game_.moves) {
            if (move.taken > heap) break;
            const std::size_t left = heap - move.taken;
            if (left == 0 && move.heaps == 0) options_.add(0);
            if (left != 0 && move.heaps == 1) options_.add(values[left]);
            if (left != 0 && move.heaps == 2) work += add_pairs(values, left, 1, 0);
            if (left != 0 && move.heaps == 3) work += game_.distinct ? add_triples(values, left) : join(values, left);
        }
        return static_cast<std::uint32_t>(options_.mex());
    }

  private:
    // Adds the options of pairs of heaps a <= b with a + b = `left` and a >= `from`. Each has the nimber `nimber` ^
    // values[a] ^ values[b]. Returns the number of pairs.
    template <class T>
    std::uint64_t add_pairs(std::span<const T> values, std::size_t left, std::size_t from, std::uint32_t nimber) {
        const std::size_t last = game_.distinct ? (left - 1) / 2 : left / 2;
        for (std::size_t a = from; a <= last; ++a) options_.add(nimber ^ values[a] ^ values[left - a]);
        return last < from ? 0 : last - from + 1;
    }

    template <class T>
    std::uint64_t add_triples(std::span<const T> values, std::size_t left) {
        std::uint64_t work = 0;
        for (std::size_t a = 1; a + (a + 1) + (a + 2) <= left; ++a)
            work += add_pairs(values, left - a, a + 1, values[a]);
        return work;
    }

    // Adds the options that leave three heaps. Combines the largest heap with the nimbers of all pairs of other heaps.
    template <class T>
    std::uint64_t join(std::span<const T> values, std::size_t left) {
        std::uint64_t work = 0;
        joined_.assign(joined_.size(), 0);
        for (std::size_t part = (left + 2) / 3; part + 2 <= left; ++part) {
            const std::vector<std::uint64_t>& pairs = pairs_[left - part];
            const std::uint32_t nimber = values[part];
            const std::size_t words = std::bit_ceil(std::max<std::size_t>(pairs.size(), nimber / 64 + 1));
            if (joined_.size() < words) joined_.resize(words, 0);
            for (std::size_t w = 0; w < pairs.size(); ++w) joined_[w ^ nimber / 64] |= xor_bits(pairs[w], nimber % 64);
            work += pairs.size();
        }
        for (std::size_t w = 0; w < joined_.size(); ++w)
            for (std::uint64_t bits = joined_[w]; bits != 0; bits &= bits - 1)
                options_.add(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
        return work;
    }

    template <class T>
    void note_pairs(std::span<const T> values, std::uint64_t& work) {
        while (pairs_.size() <= values.size()) {
            const std::size_t left = pairs_.size();
            std::vector<std::uint64_t> set;
            for (std::size_t a = 1; a <= left / 2; ++a) {
                const std::size_t nimber = values[a] ^ values[left - a];
                if (nimber / 64 >= set.size()) set.resize(nimber / 64 + 1, 0);
                set[nimber / 64] |= std::uint64_t{1} << nimber % 64;
            }
            pairs_.push_back(std::move(set));
            work += left / 2;
        }
    }

    TakeAndBreak game_;
    bool triples_;
    MexSet options_;
    // Sets with a bit per nimber. `pairs_[m]` has the nimbers of all pairs of heaps with m tokens together. `joined_`
    // has the nimbers of options with three heaps.
    std::vector<std::vector<std::uint64_t>> pairs_;
    std::vector<std::uint64_t> joined_;
};

}  // namespace detail

NimberSweep::NimberSweep(TakeAndBreak game, NimberSweepOptions options)
    : NimberSweep(std::move(game), NimberCells(), options) {}

NimberSweep::NimberSweep(TakeAndBreak game, NimberCells known, NimberSweepOptions options)
    : game_(std::move(game)), options_(options), values_(std::move(known)) {
    game_.check();
    if (values_.size() != 0 && values_[0] != 0)
        throw Error(ErrorCode::corrupt, "the known value of heap 0 is " + std::to_string(values_[0]) + ", expected 0");
    plain_ = std::make_unique<detail::PlainNimbers>(game_);
    sparse_ = std::make_unique<detail::SparseSpace>(game_, options_.portable);
    next_choice_ = std::max<std::uint64_t>(options_.sparse_from, 2);
}

NimberSweep::NimberSweep(NimberSweep&&) noexcept = default;
NimberSweep& NimberSweep::operator=(NimberSweep&&) noexcept = default;
NimberSweep::~NimberSweep() = default;

std::optional<std::uint32_t> NimberSweep::mask() const {
    return is_sparse_ ? std::optional(sparse_->mask()) : std::nullopt;
}

std::uint64_t NimberSweep::rare_heaps() const {
    return is_sparse_ ? sparse_->rare_heaps() : 0;
}

void NimberSweep::choose_method() {
    const bool possible = !options_.plain && !values_.is_wide_ && game_.most_heaps() <= 2;
    is_sparse_ = possible &&
                 sparse_->choose(values_.narrow_, options_.mask, std::max<std::uint64_t>(options_.least_sparsity, 1));
    // The second choice follows soon after the first, when some heaps have been solved by the chosen method.
    next_choice_ = heaps() + (chosen_ ? heaps() : heaps() / 32);
    chosen_ = true;
}

void NimberSweep::extend(std::uint64_t heaps, const std::function<void(std::uint64_t heaps)>& progress) {
    constexpr std::uint64_t report_heaps = 1U << 14;
    constexpr std::uint64_t report_work = 1U << 27;
    // A large extension reserves its memory at once. A small one lets the vectors grow.
    if (heaps > this->heaps() + this->heaps() / 2) values_.reserve(static_cast<std::size_t>(heaps));
    std::uint64_t reported = this->heaps(), work = 0;
    while (this->heaps() < heaps) {
        if (this->heaps() >= next_choice_ || (is_sparse_ && !sparse_->fits())) choose_method();
        if (is_sparse_)
            work += sparse_->extend(values_.narrow_, std::min(heaps, next_choice_) - this->heaps());
        else
            values_.push(values_.visit([&](auto values) { return plain_->next(values, work); }));
        if (progress && (this->heaps() - reported >= report_heaps || work >= report_work)) {
            reported = this->heaps();
            work = 0;
            progress(reported);
        }
    }
}

}  // namespace mexbase
