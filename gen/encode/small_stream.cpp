#include "small_stream.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

#include "block_encoder.hpp"
#include "pairs/pair_trainer.hpp"
#include "plan.hpp"

namespace mexbase::detail {

namespace {

using format::StreamHeader;
using Symbols = std::vector<std::uint32_t>;

/// What the stream stores for each position, or `dont_care`, but for one position at least a value.
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

/// The values as a range: from the least on, in steps of what divides all differences.
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
    for (std::uint32_t& value : values) {
        if (value == dont_care) continue;
        if (header.list.empty())
            value = (value - header.base) / header.step;
        else
            value = static_cast<std::uint32_t>(std::ranges::lower_bound(header.list, value) - header.list.begin());
    }
    return values;
}

class Smallest {
  public:
    explicit Smallest(const EncodeOptions& options)
        : codec_(options.codec), level_(level_of(options)), highest_(options.level == 0) {}

    /// Tries every codec but `pairs` on symbols, or on their differences, in as many bits as they need, and for zstd,
    /// which finds whole bytes only, in widths that divide or fill bytes.
    void attempt(StreamHeader header, const Symbols& symbols, bool delta) {
        shapes_.emplace_back(header, delta);
        Symbols spare = symbols;
        if (delta) {
            header.flags |= format::flag_delta;
            BlockEncoder::to_differences(spare);
            header.bits = static_cast<std::uint8_t>(std::bit_width(*std::ranges::max_element(spare)));
        } else {
            header.bits = static_cast<std::uint8_t>(format::bits_for(header.symbols));
        }
        const unsigned needed = header.bits, widest = std::max(8u, std::bit_ceil(needed));
        for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd}) {
            if (codec_.value_or(codec) != codec) continue;
            header.codec = codec;
            pack(header, symbols, level_);
            if (codec != Codec::zstd) continue;
            StreamHeader wider = header;
            for (unsigned bits = std::max(2u, std::bit_ceil(needed)); bits <= widest; bits *= 2) {
                wider.bits = static_cast<std::uint8_t>(bits);
                if (bits != needed) pack(wider, symbols, level_);
            }
        }
    }

    /// What was smallest; nothing if nothing may be. `open` is the same values, `dont_care` among them.
    std::optional<SmallStream> take(const Symbols& values, const Symbols& open) {
        // So few bytes are worth the highest level.
        constexpr int highest_level = 19;
        if (best_ && highest_ && best_->header.codec == Codec::zstd && best_->header.bits != 0) {
            StreamHeader header = best_->header;
            header.small_header = 0;
            header.payload_length = 0;
            pack(header, symbols_of(header, values), highest_level);
        }
        if (codec_.value_or(Codec::pairs) == Codec::pairs)
            for (const auto& [header, delta] : shapes_)
                pack_in_pairs(header, symbols_of(header, delta ? values : open), delta);
        return std::move(best_);
    }

    /// Keeps a stream of one symbol, which has no block.
    void keep_header(StreamHeader header) {
        header.codec = codec_.value_or(Codec::raw);
        if (header.codec == Codec::pairs) header.codec = Codec::raw;  // without blocks there is no grammar
        keep(std::move(header), {});
    }

  private:
    void pack(const StreamHeader& header, Symbols symbols, int level, std::span<const PairPacker> grammars = {},
              std::span<const std::byte> dictionary = {}) {
        const std::size_t before = header.delta() ? format::delta_base_bytes : 0;
        if (format::packed_bytes(symbols.size(), header.bits) + before > format::longest_payload) return;
        const Packing packing{header.codec, header.bits, header.delta(), level, nullptr, grammars};
        keep(header, encoder_.encode(symbols, packing).payload, dictionary);
    }

    void pack_in_pairs(StreamHeader header, const Symbols& symbols, bool delta) {
        Symbols numbers = symbols;
        if (delta) {
            header.flags |= format::flag_delta;
            BlockEncoder::to_differences(numbers);
        }
        if (delta && std::ranges::max(numbers) == dont_care) return;  // too wide to be told from none
        std::uint32_t limit = 0;
        for (const std::uint32_t number : numbers)
            if (delta || number != dont_care) limit = std::max(limit, number + 1);
        header.codec = Codec::pairs;
        header.bits = static_cast<std::uint8_t>(delta ? std::bit_width(limit - 1) : format::bits_for(header.symbols));
        const unsigned block_log2 = format::bits_for(numbers.size());
        const std::uint64_t positions = numbers.size();
        const Numbers whole{std::move(numbers)};
        format::Grammar grammar = trained_grammar(limit, whole, block_log2, positions);
        const auto dictionary = format::encode_grammars(std::span(&grammar, 1));
        const PairPacker packer(std::move(grammar));
        header.dictionary_length = static_cast<std::uint32_t>(dictionary.size());
        pack(header, symbols, level_, std::span(&packer, 1), dictionary);
    }

    void keep(StreamHeader header, std::span<const std::byte> payload, std::span<const std::byte> dictionary = {}) {
        std::vector<std::byte> section = format::encode_small_header(header);
        const std::size_t length = section.size() + dictionary.size() + payload.size();
        if (length > (best_ ? best_->section.size() - 1 : format::most_small_stream)) return;
        header.small_header = static_cast<std::uint32_t>(section.size());
        header.payload_length = payload.size();
        section.insert(section.end(), dictionary.begin(), dictionary.end());
        section.insert(section.end(), payload.begin(), payload.end());
        best_ = SmallStream{std::move(header), std::move(section)};
    }

    std::optional<Codec> codec_;
    int level_;
    bool highest_;
    std::vector<std::pair<StreamHeader, bool>> shapes_;  // that were tried, and whether as differences
    BlockEncoder encoder_;
    std::optional<SmallStream> best_;
};

}  // namespace

std::optional<SmallStream> small_stream(const StoredStream& stream, const EncodeOptions& options) {
    const unsigned block_log2 = options.block_log2.value_or(format::most_block_log2);
    if (stream.count > std::uint64_t{1} << block_log2) return std::nullopt;
    const Symbols open = stored_values(stream);
    Symbols values = open;
    settle(values);
    Symbols distinct = values;
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());

    StreamHeader header;
    header.kind = stream.kind;
    header.flags = format::halving_flags(stream.halving);
    header.count = stream.count;
    header.block_log2 = static_cast<std::uint8_t>(format::bits_for(stream.count));
    header.superblock_log2 = 0;
    Smallest smallest(options);
    const StreamHeader range = with_range(header, distinct);
    if (range.symbols == 1) {
        smallest.keep_header(range);
        return smallest.take(values, open);
    }
    // The alphabet of results is a list.
    const bool any_range = stream.kind != StreamKind::result;
    const Symbols symbols = symbols_of(range, values);
    if (any_range) smallest.attempt(range, symbols, false);
    if (any_range && header.block_log2 <= format::most_delta_block_log2) smallest.attempt(range, symbols, true);
    // A list takes a byte for each entry at least, and may save bits where the range has gaps.
    if ((!any_range || distinct.size() < range.symbols) && distinct.size() <= format::most_small_stream) {
        const StreamHeader list = with_list(header, distinct);
        smallest.attempt(list, symbols_of(list, values), false);
    }
    return smallest.take(values, open);
}

}  // namespace mexbase::detail
