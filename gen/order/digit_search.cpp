// SPDX-License-Identifier: MIT
#include "digit_search.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "../../lib/error.hpp"
#include "../../lib/splitmix64.hpp"
#include "../encode/encoder.hpp"
#include "../parallel_ordered.hpp"

namespace mexbase {

namespace {

/// Samples consist of blocks of 2^10 consecutive stored indices.
constexpr unsigned block_log2 = 10;
constexpr std::uint64_t block = std::uint64_t{1} << block_log2;
/// Minimum and maximum number of positions that are packed to evaluate one order of the digits.
constexpr std::uint64_t fewest_judged = 2 * block, most_judged = 32 * block;
/// The best `finalists` orders are evaluated again, with samples that are `finals` times as large.
constexpr std::size_t finalists = 4;
constexpr std::uint64_t finals = 16;
/// At most about a third of the positions of a range are packed during the search.
constexpr std::uint64_t share = 3;
/// Up to this number of digits, all orders are tried. With more digits, each round moves one digit of the best order so
/// far.
constexpr std::size_t few_digits = 4;
/// An order replaces the best one if its packed size is below 97 % of the best size.
constexpr double worth_it = 0.97;

using Digits = std::vector<std::uint8_t>;

/// Searches for the best order of the digits of the indices in one range.
class Search {
  public:
    Search(const DigitRange& range, const ValuesAt& values, bool on_this_thread)
        : values_(values), on_this_thread_(on_this_thread) {
        order_.first = range.first;
        order_.radices.assign(range.radices.begin(), range.radices.end());
        order_.digits.resize(range.radices.size());
        std::iota(order_.digits.begin(), order_.digits.end(), std::uint8_t{0});
        Index group = 1;
        first_ = order_.radices.size();
        while (first_ > 0 && order_.radices[first_ - 1] <= most_in_group / group) group *= order_.radices[--first_];
        const std::uint64_t n = order_.radices.size() - first_;
        if (n < 2) return;
        // Number of orders tried. A search in rounds is expected to take three rounds of (n-1)² orders.
        constexpr std::uint64_t factorials[few_digits + 1] = {1, 1, 2, 6, 24};
        const std::uint64_t tries =
            (n <= few_digits ? factorials[n] : 3 * (n - 1) * (n - 1)) + finals * (finalists + 1);
        const std::uint64_t judged = order_.size() / share / tries;
        if (judged >= fewest_judged) judged_ = std::min(judged, most_judged) / block * block;
    }

    /// Returns the best order, or `std::nullopt` if no other order is clearly better than index order.
    std::optional<DigitOrder> best(unsigned threads) {
        if (judged_ == 0) return std::nullopt;
        const bool few = order_.digits.size() - first_ <= few_digits;
        Digits best = order_.digits;
        for (bool better = true; better;) {
            std::vector<Digits> all = few ? permutations() : neighbours(best);
            // Small samples select a few orders. These and the best order so far are compared on larger samples.
            const std::vector<std::uint64_t> few_bytes = judge(all, judged_, threads);
            std::vector<std::size_t> ranks(all.size());
            std::iota(ranks.begin(), ranks.end(), std::size_t{0});
            std::ranges::stable_sort(ranks, {}, [&few_bytes](std::size_t k) { return few_bytes[k]; });
            ranks.resize(std::min(ranks.size(), finalists));
            std::vector<Digits> last{best};
            for (const std::size_t k : ranks) last.push_back(std::move(all[k]));
            const std::vector<std::uint64_t> bytes = judge(last, finals * judged_, threads);
            const auto least = std::ranges::min_element(bytes);
            if (static_cast<double>(*least) >= worth_it * static_cast<double>(bytes.front())) break;
            best = std::move(last[static_cast<std::size_t>(least - bytes.begin())]);
            better = !few;
        }
        if (best == order_.digits) return std::nullopt;
        DigitOrder chosen = order_;
        chosen.digits = std::move(best);
        return chosen;
    }

  private:
    std::vector<Digits> permutations() const {
        std::vector<Digits> all;
        Digits digits = order_.digits;
        while (std::next_permutation(digits.begin() + static_cast<std::ptrdiff_t>(first_), digits.end()))
            all.push_back(digits);
        return all;
    }
    std::vector<Digits> neighbours(const Digits& of) const {
        std::vector<Digits> all;
        for (std::size_t from = first_; from < of.size(); ++from)
            for (std::size_t to = first_; to < of.size(); ++to) {
                if (from == to || from == to + 1) continue;  // the same swap as from + 1 == to
                Digits digits = of;
                digits.erase(digits.begin() + static_cast<std::ptrdiff_t>(from));
                digits.insert(digits.begin() + static_cast<std::ptrdiff_t>(to), of[from]);
                all.push_back(std::move(digits));
            }
        return all;
    }
    /// Returns, for each order of the digits, the size of a sample after packing.
    std::vector<std::uint64_t> judge(const std::vector<Digits>& all, std::uint64_t positions, unsigned threads) const {
        const auto values_in = [&](const Digits& digits) {
            DigitOrder order = order_;
            order.digits = digits;
            const std::vector<Index> indices = sample(order, positions);
            std::vector<std::uint32_t> values(indices.size());
            values_(indices, values);
            for (std::uint32_t& value : values)  // a nimber stored as 0 would need a set
                if (value != dont_care) value = value % (1U << 30) + 1;
            return values;
        };
        std::vector<std::vector<std::uint32_t>> read;
        if (on_this_thread_)
            for (const Digits& digits : all) read.push_back(values_in(digits));
        std::vector<std::uint64_t> bytes(all.size());
        detail::parallel_ordered(
            all.size(), threads,
            [&](unsigned, std::uint64_t k) {
                return packed(on_this_thread_ ? std::move(read[static_cast<std::size_t>(k)])
                                              : values_in(all[static_cast<std::size_t>(k)]));
            },
            [&](std::uint64_t k, std::uint64_t&& taken) { bytes[static_cast<std::size_t>(k)] = taken; });
        return bytes;
    }
    /// Returns the indices of a sample. Its blocks are spread over the whole range.
    static std::vector<Index> sample(const DigitOrder& order, std::uint64_t positions) {
        std::vector<Index> indices;
        indices.reserve(static_cast<std::size_t>(positions));
        const std::uint64_t blocks = positions / block, stretch = order.size() / blocks;
        for (std::uint64_t b = 0; b < blocks; ++b) {
            detail::StoredIndexWalk walk(order, b * stretch + splitmix64(b) % (stretch - block + 1));
            for (std::uint64_t k = 0; k < block; ++k, walk.next()) indices.push_back(order.first + walk.index());
        }
        return indices;
    }
    /// Returns the size of the values after packing.
    static std::uint64_t packed(const std::vector<std::uint32_t>& values) {
        TableContents contents;
        contents.info.spec = "sample";
        contents.info.value = ValueKind::nimber;
        contents.info.indices = contents.info.queryable_size = values.size();
        contents.streams.push_back({StreamKind::nimber, [&values](Index first, std::span<std::uint32_t> out) {
                                        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), out.size(),
                                                    out.begin());
                                    }});
        EncodeOptions options;
        // Codecs that are trained on the data pack best.
        const auto trained = [](const auto& encoder) { return encoder->traits.trained; };
        options.codec = (*std::ranges::find_if(detail::encoders(), trained))->codec;
        options.block_log2 = block_log2;
        MemorySink sink;
        return write_table(sink, contents, options).streams.front().bytes;
    }

    const ValuesAt& values_;
    bool on_this_thread_;  // whether `values_` must be called on the calling thread
    DigitOrder order_;
    std::size_t first_ = 0;  // digits before this one stay in place
    std::uint64_t judged_ = 0;
};

/// Joins neighbouring digits of the index into one digit if they are also neighbours in the stored index.
DigitOrder joined(const DigitOrder& order) {
    DigitOrder joined;
    joined.first = order.first;
    std::vector<std::size_t> name(order.radices.size());
    for (std::size_t digit = 0; digit < order.radices.size(); ++digit) {
        const auto at = std::ranges::find(order.digits, digit);
        if (digit > 0 && at != order.digits.begin() && at[-1] + 1U == digit)
            joined.radices.back() *= order.radices[digit];
        else
            joined.radices.push_back(order.radices[digit]);
        name[digit] = joined.radices.size() - 1;
    }
    for (const std::uint8_t digit : order.digits)
        if (joined.digits.empty() || joined.digits.back() != name[digit])
            joined.digits.push_back(static_cast<std::uint8_t>(name[digit]));
    return joined;
}

void check_ranges(std::span<const DigitRange> ranges, Index size) {
    Index next = 0;
    for (const DigitRange& range : ranges) {
        bool fits = range.first >= next && range.first <= size && range.radices.size() <= most_digits;
        Index product = 1;
        for (const std::uint64_t radix : range.radices) {
            fits = fits && radix >= 2 && radix <= (size - range.first) / product;
            if (fits) product *= radix;
        }
        if (!fits)
            throw Error(ErrorCode::bad_usage, "digit_ranges of the rules is wrong: the range that begins at index " +
                                                  std::to_string(range.first) + " does not fit the indices");
        next = range.first + product;
    }
}

}  // namespace

std::vector<DigitOrder> choose_orders(std::span<const DigitRange> ranges, const ValuesAt& values, Index size,
                                      unsigned threads, bool on_this_thread) {
    check_ranges(ranges, size);
    std::vector<DigitOrder> orders;
    for (const DigitRange& range : ranges) {
        if (orders.size() == format::most_orders) break;
        if (const auto best = Search(range, values, on_this_thread).best(threads)) orders.push_back(joined(*best));
    }
    return orders;
}

void store_in_orders(TableContents& contents, std::vector<DigitOrder> orders) {
    if (orders.empty()) return;
    contents.orders = orders;
    const auto shared = std::make_shared<const detail::StoredOrders>(std::move(orders));
    for (StreamSource& stream : contents.streams)
        stream.fill = [shared, by_index = std::move(stream.fill)](Index place, std::span<std::uint32_t> values) {
            for (std::size_t k = 0; k < values.size(); ++k) by_index(shared->index(place + k), values.subspan(k, 1));
        };
}

}  // namespace mexbase
