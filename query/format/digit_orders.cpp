// SPDX-License-Identifier: MIT
#include "digit_orders.hpp"

#include <bit>
#include <string>
#include <utility>

#include "../../lib/error.hpp"
#include "bytes.hpp"

namespace mexbase {

namespace format {

std::vector<std::byte> encode_orders(std::span<const DigitOrder> orders) {
    detail::ByteWriter out;
    out.put_varint(orders.size());
    Index next = 0;
    for (const DigitOrder& order : orders) {
        out.put_varint(order.first - next);
        next = order.first + order.size();
        out.put(static_cast<std::uint8_t>(order.radices.size()));
        for (const std::uint64_t radix : order.radices) out.put_varint(radix);
        for (const std::uint8_t digit : order.digits) out.put(digit);
    }
    return std::move(out.bytes);
}

std::vector<DigitOrder> parse_orders(std::span<const std::byte> bytes, Index size) {
    const auto refuse = [](const char* why) {
        throw Error(ErrorCode::corrupt, std::string("the table's order of digits ") + why);
    };
    detail::ByteReader reader(bytes, "the table's order of digits");
    const std::uint64_t count = reader.get_varint();
    if (count == 0 || count > most_orders) refuse("has no ranges, or too many");
    constexpr Index most = Index{1} << 63;
    std::vector<DigitOrder> orders(static_cast<std::size_t>(count));
    Index next = 0;
    for (DigitOrder& order : orders) {
        const Index gap = reader.get_varint();
        if (gap >= size - next) refuse("goes past the end of the table");
        order.first = next + gap;
        const std::size_t digits = reader.get<std::uint8_t>();
        if (digits < 2 || digits > most_digits) refuse("has a range with too few digits, or too many");
        order.radices.resize(digits);
        const Index room = std::min(size, most) - order.first;
        Index product = 1;
        for (std::uint64_t& radix : order.radices) {
            radix = reader.get_varint();
            if (radix < 2) refuse("has a digit with fewer than two values");
            if (order.first >= most || radix > room / product) refuse("goes past the end of the table");
            product *= radix;
        }
        unsigned seen = 0;
        for (std::size_t k = 0; k < digits; ++k) {
            const std::uint8_t digit = reader.get<std::uint8_t>();
            if (digit >= digits || (seen >> digit & 1) != 0) refuse("is not a permutation of the digits");
            seen |= 1U << digit;
            order.digits.push_back(digit);
        }
        if (std::is_sorted(order.digits.begin(), order.digits.end())) refuse("does not move any digit");
        next = order.first + product;
    }
    reader.finish();
    return orders;
}

}  // namespace format

namespace detail {

namespace {

/// Returns the weight of each digit in a number with these radices. The weight of the last digit is 1.
std::vector<Index> weights_of(std::span<const std::uint64_t> radices) {
    std::vector<Index> weights(radices.size());
    Index weight = 1;
    for (std::size_t k = radices.size(); k-- > 0; weight *= radices[k]) weights[k] = weight;
    return weights;
}

}  // namespace

DigitPermutation::DigitPermutation(std::span<const std::uint64_t> radices, std::span<const std::uint8_t> digits) {
    const std::size_t count = radices.size();
    const std::vector<Index> weights = weights_of(radices);
    std::vector<std::uint64_t> moved(count);
    for (std::size_t k = 0; k < count; ++k) moved[k] = radices[digits[k]];
    const std::vector<Index> moved_weights = weights_of(moved);
    std::vector<Index> to(count + 1, 0);  // weight of each old digit in the new number, and a 0 at the end
    for (std::size_t k = 0; k < count; ++k) to[digits[k]] = moved_weights[k];
    count_ = 0;
    // Quotient k is the number divided by digit k's weight. Digit k is quotient k minus radix k times quotient k - 1.
    for (std::size_t k = 0; k < count; ++k) {
        const Index factor = to[k] - (k + 1 < count ? radices[k + 1] * to[k + 1] : 0);
        if (k + 1 == count) {
            last_ = factor;
            break;
        }
        if (factor == 0) continue;  // this digit and the next stay adjacent: no step is needed
        const auto bits = static_cast<unsigned>(std::bit_width(weights[k] - 1));
        const unsigned __int128 power = static_cast<unsigned __int128>(1) << (63 + bits);
        Step& step = steps_[count_++];
        step.inverse = static_cast<std::uint64_t>((power + weights[k] - 1) / weights[k]);
        step.factor = factor;
        step.shift = bits - 1;
    }
    count_ = std::max(count_, least_steps);
}

StoredOrders::StoredOrders(std::vector<DigitOrder> orders) {
    ranges_.reserve(orders.size());
    for (DigitOrder& order : orders) {
        Range range;
        range.first = order.first;
        range.last = order.first + order.size();
        std::size_t same = 0;
        while (same < order.digits.size() && order.digits[same] == same) ++same;
        for (std::size_t k = same; k < order.digits.size(); ++k) range.group *= order.radices[k];
        range.to_stored = DigitPermutation(order.radices, order.digits);
        std::vector<std::uint64_t> stored;
        std::vector<std::uint8_t> back(order.digits.size());
        for (std::size_t k = 0; k < order.digits.size(); ++k) {
            stored.push_back(order.radices[order.digits[k]]);
            back[order.digits[k]] = static_cast<std::uint8_t>(k);
        }
        range.to_index = DigitPermutation(stored, back);
        range.order = std::move(order);
        ranges_.push_back(std::move(range));
    }
    if (ranges_.empty()) return;
    end_ = ranges_.back().last;
    // Divides the indices into parts of equal size. There are so many parts that few of them overlap several ranges.
    const auto parts = std::bit_ceil(std::min<std::uint64_t>(8 * ranges_.size(), std::uint64_t{1} << 16));
    while ((end_ - 1) >> shift_ >= parts) ++shift_;
    std::uint32_t r = 0;
    for (Index part = 0; part <= (end_ - 1) >> shift_; ++part) {
        while (ranges_[r].last <= part << shift_) ++r;
        starts_.push_back(r);
    }
}

StoredIndexWalk::StoredIndexWalk(const DigitOrder& order, Index place)
    : count_(static_cast<unsigned>(order.digits.size())) {
    const std::vector<Index> weights = weights_of(order.radices);
    for (unsigned k = count_; k-- > 0;) {
        Digit& digit = digits_[k];
        digit.radix = order.radices[order.digits[k]];
        digit.weight = weights[order.digits[k]];
        digit.value = place % digit.radix;
        place /= digit.radix;
        index_ += digit.value * digit.weight;
    }
}

}  // namespace detail
}  // namespace mexbase
