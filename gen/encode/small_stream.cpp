// SPDX-License-Identifier: MIT
#include "small_stream.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "plan.hpp"

namespace mexbase::detail {

namespace {

using format::StreamHeader;
using Symbols = std::vector<std::uint32_t>;

/// Difference in bytes that is ignored when sizes of shapes are compared. A shape is a way to write values as symbols.
constexpr std::size_t slack = 16;

/// Returns the stored value of each position, or `dont_care`. At least one value is not `dont_care`.
Symbols stored_values(const StoredStream& stream) {
    Symbols values(static_cast<std::size_t>(stream.count)), spare;
    stream.fill(0, values, spare);
    if (std::ranges::count(values, dont_care) == std::ssize(values)) settle(values);
    const Alphabet& alphabet = stream.alphabet;
    for (std::uint32_t& value : values)
        if (value != dont_care)
            value = alphabet.list.empty() ? alphabet.base + alphabet.step * value : alphabet.list[value];
    return values;
}

/// Sets the range of the values: the least value, and the greatest common divisor of all differences as the step.
StreamHeader with_range(StreamHeader header, const Symbols& distinct) {
    header.base = distinct.front();
    header.step = 0;
    for (const std::uint32_t value : distinct) header.step = std::gcd(header.step, value - header.base);
    header.step = std::max(header.step, 1u);
    header.symbols = (distinct.back() - header.base) / header.step + 1;
    return header;
}

StreamHeader with_list(StreamHeader header, const Symbols& distinct) {
    header.flags |= format::flag_list;
    header.base = header.step = 0;
    header.symbols = static_cast<std::uint32_t>(distinct.size());
    header.list = distinct;
    return header;
}

Symbols symbols_of(const StreamHeader& header, Symbols values) {
    if (header.list.empty() && header.base == 0 && header.step == 1) return values;
    for (std::uint32_t& value : values) {
        if (value == dont_care) continue;
        if (header.list.empty())
            value = (value - header.base) / header.step;
        else
            value = static_cast<std::uint32_t>(std::ranges::lower_bound(header.list, value) - header.list.begin());
    }
    return values;
}

Symbols distinct_of(const Symbols& values) {
    const auto [least, greatest] = std::ranges::minmax(values);
    constexpr std::uint32_t narrow = 1 << 16;
    Symbols distinct;
    if (greatest - least < narrow) {
        std::vector<std::uint8_t> occurs(greatest - least + 1);
        for (const std::uint32_t value : values) occurs[value - least] = 1;
        for (std::size_t i = 0; i < occurs.size(); ++i)
            if (occurs[i] != 0) distinct.push_back(least + static_cast<std::uint32_t>(i));
        return distinct;
    }
    distinct = values;
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    return distinct;
}

}  // namespace

SmallPacker::SmallPacker(const StoredStream& stream, const EncodeOptions& options)
    : is_possible_(stream.count <= std::uint64_t{1} << options.block_log2.value_or(format::most_block_log2)),
      codec_(options.codec),
      level_(level_of(options)),
      highest_(options.level == 0) {
    if (!is_possible_) return;
    values_ = open_ = stored_values(stream);
    settle(values_);
    distinct_ = distinct_of(values_);
    header_.kind = stream.kind;
    header_.flags = format::coding_flags(stream.coding);
    header_.count = stream.count;
    header_.block_log2 = static_cast<std::uint8_t>(format::bits_for(stream.count));
    header_.superblock_log2 = 0;
    knows_all_ways_ = header_.block_log2 <= format::most_delta_block_log2 || !are_steps_narrow(stream);
    const StreamHeader range = with_range(header_, distinct_);
    if (range.symbols == 1) {
        estimated_ = 0;
        return;
    }
    const StreamHeader header = distinct_.size() < range.symbols ? with_list(range, distinct_) : range;
    const Symbols symbols = symbols_of(header, values_);
    for (const auto& encoder : encoders())
        estimated_ = std::min(estimated_,
                              encoder->estimated_bytes(symbols, format::bits_for(header.symbols), encoder_.buffers()));
}

double SmallPacker::quick_bytes() {
    constexpr std::size_t far_too_long = format::most_small_stream * 3 / 2;
    if (is_possible_ && estimated_ <= far_too_long) try_shapes();
    return quick_ != no_bytes ? static_cast<double>(quick_) : infinite;
}

std::optional<SmallStream> SmallPacker::take() {
    if (!is_possible_) return std::nullopt;
    try_shapes();
    for (const auto& encoder : allowed(true))
        for (const Shape& shape : shapes_) {
            // Skips a shape (values written as symbols) if other codecs pack it far worse than the best shape.
            const bool may_be_best =
                shape.quick <= quick_ + quick_ / 4 + slack && quick_ > encoder->least_bytes(header_.count);
            if (codec_ || may_be_best) pack_trained(shape, *encoder);
        }
    // Tries the highest level if saving a fifth would make the smallest size. It is fast enough for a small stream.
    constexpr int highest_level = 19;
    if (best_ && quickest_ && highest_ && quick_ - quick_ / 5 < best_->section.size()) {
        const auto& encoder = encoders()[static_cast<std::size_t>(quickest_->codec)];
        if (encoder->traits.levels) pack(*quickest_, symbols_of(*quickest_, values_), encoder->at_level(highest_level));
    }
    return std::move(best_);
}

std::vector<std::shared_ptr<const Encoder>> SmallPacker::allowed(bool trained) const {
    std::vector<std::shared_ptr<const Encoder>> all;
    for (const auto& encoder : encoders())
        if (codec_.value_or(encoder->codec) == encoder->codec && encoder->traits.trained == trained)
            all.push_back(encoder);
    return all;
}

void SmallPacker::try_shapes() {
    if (std::exchange(shapes_tried_, true)) return;
    const StreamHeader range = with_range(header_, distinct_);
    if (range.symbols == 1) {
        // A stream of one symbol has no block, and so no dictionary.
        StreamHeader header = range;
        header.codec = codec_.value_or(Codec{});
        if (header.codec_traits().dictionary == format::DictionaryUse::required) header.codec = {};
        quick_ = keep(std::move(header), {}, {});
        return;
    }
    // In a stream of results, the alphabet (value of each symbol) must be a list, not a range.
    const bool any_range = header_.kind != StreamKind::result;
    if (any_range) {
        const Symbols symbols = symbols_of(range, values_);
        attempt(range, symbols, false);
        if (header_.block_log2 <= format::most_delta_block_log2 && (codec_ || range.symbols > 2))
            attempt(range, symbols, true);
    }
    // A list of the values takes at least one byte per value, but may save bits per symbol if the range has gaps.
    if ((!any_range || distinct_.size() < range.symbols) && distinct_.size() <= format::most_small_stream) {
        const StreamHeader list = with_list(header_, distinct_);
        attempt(list, symbols_of(list, values_), false);
    }
}

/// Tries every codec that needs no training on symbols, or on differences if `delta` is true. Uses the needed number of
/// bits per number. Some codecs are also tried with 2, 4, 8, … bits.
void SmallPacker::attempt(StreamHeader header, const Symbols& symbols, bool delta) {
    std::uint32_t greatest = header.symbols - 1;
    if (delta) {
        Symbols differences = symbols;
        header.flags |= format::flag_delta;
        to_differences(differences);
        greatest = std::ranges::max(differences);
    }
    header.bits = static_cast<std::uint8_t>(std::bit_width(greatest));
    Shape shape{.header = header, .greatest = greatest};
    const unsigned needed = header.bits, widest = std::max(8u, std::bit_ceil(needed));
    for (const auto& encoder : allowed(false)) {
        header.codec = encoder->codec;
        // Skips a codec if even its least bits per symbol make the stream too long.
        const unsigned least =
            header.codec_traits().shortens ? encoder->least_bits(delta ? 2 : distinct_.size()) : needed;
        if (format::packed_bytes(symbols.size(), least) > format::most_small_stream) continue;
        const auto packer = encoder->at_level(level_);
        std::size_t last = pack(header, symbols, packer);
        shape.quick = std::min(shape.quick, last);
        if (!encoder->traits.widths) continue;
        StreamHeader wider = header;
        for (unsigned bits = std::max(2u, std::bit_ceil(needed)); bits <= widest; bits *= 2) {
            if (bits == needed) continue;
            // Stops if the last number of bits was clearly worse than the best, because more bits seldom help then. A
            // number that is not a power of two proves nothing.
            const bool tells = needed == 1 || bits > std::bit_ceil(needed);
            if (tells && last > shape.quick + shape.quick / 25 + slack) break;
            wider.bits = static_cast<std::uint8_t>(bits);
            last = pack(wider, symbols, packer);
            shape.quick = std::min(shape.quick, last);
        }
    }
    shapes_.push_back(std::move(shape));
}

void SmallPacker::pack_trained(const Shape& shape, const Encoder& untrained) {
    if (shape.greatest == dont_care) return;  // the greatest number would be `dont_care`
    StreamHeader header = shape.header;
    header.codec = untrained.codec;
    const Symbols symbols = symbols_of(header, header.delta() ? values_ : open_);
    const Candidate way{
        .bits = header.bits, .delta = header.delta(), .block_log2 = header.block_log2, .training = symbols.size()};
    const Samples samples{.train = {}, .judge = {symbols}, .varied = symbols.size()};
    // Training stops if the estimated size exceeds `most_bytes`. The estimate is seldom more than a twentieth too high.
    const std::uint64_t most_bytes = codec_ ? ~std::uint64_t{0} : quick_ + quick_ / 20;
    auto trained = untrained.train(way, samples, shape.greatest + 1, 1, most_bytes);
    if (trained != nullptr) pack(header, symbols, trained->at_level(level_));
}

/// Packs symbols and stores the section (the bytes of the stream) if it is the smallest so far. Returns its length.
std::size_t SmallPacker::pack(const StreamHeader& header, Symbols symbols, std::shared_ptr<const Encoder> encoder) {
    const std::size_t before = header.delta() ? format::delta_base_bytes : 0;
    if (format::packed_bytes(symbols.size(), header.bits) + before > format::longest_payload) return no_bytes;
    const Packing packing{std::move(encoder), header.bits, header.delta()};
    const std::size_t length = keep(header, packing.encoder->dictionary, encoder_.encode(symbols, packing).payload);
    if (length < quick_ && packing.encoder->dictionary.empty()) {
        quick_ = length;
        quickest_ = header;
    }
    return length;
}

/// Stores a section (the bytes of the stream) if it is the smallest so far and not too long. Returns its length.
std::size_t SmallPacker::keep(StreamHeader header, std::span<const std::byte> dictionary,
                              std::span<const std::byte> payload) {
    header.dictionary_length = static_cast<std::uint32_t>(dictionary.size());
    std::vector<std::byte> section = format::encode_small_header(header);
    const std::size_t length = section.size() + dictionary.size() + payload.size();
    if (length > (best_ ? best_->section.size() - 1 : format::most_small_stream)) return length;
    header.small_header = static_cast<std::uint32_t>(section.size());
    header.payload_length = payload.size();
    section.insert(section.end(), dictionary.begin(), dictionary.end());
    section.insert(section.end(), payload.begin(), payload.end());
    best_ = SmallStream{std::move(header), std::move(section)};
    return length;
}

}  // namespace mexbase::detail
