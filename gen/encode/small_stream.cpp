#include "small_stream.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
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

/// The values that occur, ascending.
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

class SmallPacker::Search {
  public:
    Search(const StoredStream& stream, const EncodeOptions& options)
        : codec_(options.codec), level_(level_of(options)), highest_(options.level == 0), open_(stored_values(stream)) {
        values_ = open_;
        settle(values_);
        distinct_ = distinct_of(values_);
        header_.kind = stream.kind;
        header_.flags = format::halving_flags(stream.halving);
        header_.count = stream.count;
        header_.block_log2 = static_cast<std::uint8_t>(format::bits_for(stream.count));
        header_.superblock_log2 = 0;
        knows_all_ways_ = header_.block_log2 <= format::most_delta_block_log2 || !are_steps_narrow(stream);
        rough_ = rough_bytes_of(with_range(header_, distinct_));
    }

    std::size_t rough() const { return rough_; }
    std::size_t quick() {
        constexpr std::size_t far_too_long = format::most_small_stream * 3 / 2;
        if (rough_ <= far_too_long) try_shapes();
        return quick_;
    }
    bool knows_all_ways() const { return knows_all_ways_; }

    std::optional<SmallStream> take() {
        try_shapes();
        if (codec_.value_or(Codec::pairs) == Codec::pairs)
            for (const Shape& shape : shapes_)
                if (may_pair(shape)) pack_in_pairs(shape);
        // So few bytes are worth the highest level, which hardly ever takes off more than a fifth.
        constexpr int highest_level = 19;
        if (best_ && quickest_ && highest_ && quickest_->codec == Codec::zstd &&
            quick_ - quick_ / 5 < best_->section.size())
            pack(*quickest_, symbols_of(*quickest_, values_), highest_level);
        return std::move(best_);
    }

  private:
    /// One way to write the values as symbols, and the least that these took.
    struct Shape {
        StreamHeader header;
        bool delta = false;
        std::size_t quick = std::numeric_limits<std::size_t>::max();
    };

    /// About what one piece takes, by a quick look.
    std::size_t rough_bytes_of(const StreamHeader& range) {
        if (range.symbols == 1) return 0;
        StreamHeader header = distinct_.size() < range.symbols ? with_list(range, distinct_) : range;
        header.codec = Codec::zstd;
        header.bits = static_cast<std::uint8_t>(std::max(8u, std::bit_ceil(format::bits_for(header.symbols))));
        Symbols symbols = symbols_of(header, values_);
        const Packing packing{header.codec, header.bits, false, 1};
        return encoder_.encode(symbols, packing).payload.size();
    }

    void try_shapes() {
        if (std::exchange(shapes_tried_, true)) return;
        const StreamHeader range = with_range(header_, distinct_);
        if (range.symbols == 1) {
            keep_header(range);
            return;
        }
        // The alphabet of results is a list.
        const bool any_range = header_.kind != StreamKind::result;
        if (any_range) {
            const Symbols symbols = symbols_of(range, values_);
            attempt(range, symbols, false);
            if (header_.block_log2 <= format::most_delta_block_log2 && (codec_ || range.symbols > 2))
                attempt(range, symbols, true);
        }
        // A list takes a byte for each entry at least, and may save bits where the range has gaps.
        if ((!any_range || distinct_.size() < range.symbols) && distinct_.size() <= format::most_small_stream) {
            const StreamHeader list = with_list(header_, distinct_);
            attempt(list, symbols_of(list, values_), false);
        }
    }

    /// Tries every codec but `pairs` on symbols, or on their differences, in as many bits as they need, and for zstd,
    /// which finds whole bytes only, in widths that divide or fill bytes.
    void attempt(StreamHeader header, const Symbols& symbols, bool delta) {
        Shape shape{.header = header, .delta = delta};
        if (delta) {
            Symbols differences = symbols;
            header.flags |= format::flag_delta;
            BlockEncoder::to_differences(differences);
            header.bits = static_cast<std::uint8_t>(std::bit_width(*std::ranges::max_element(differences)));
        } else {
            header.bits = static_cast<std::uint8_t>(format::bits_for(header.symbols));
        }
        const unsigned needed = header.bits, widest = std::max(8u, std::bit_ceil(needed));
        for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd}) {
            if (codec_.value_or(codec) != codec) continue;
            header.codec = codec;
            // What is too long by its width alone need not be packed.
            const bool is_long =
                format::packed_bytes(symbols.size(), least_width(codec, needed, delta)) > format::most_small_stream;
            if (is_long && codec != Codec::zstd) continue;
            std::size_t last = pack(header, symbols, level_);
            shape.quick = std::min(shape.quick, last);
            if (codec != Codec::zstd) continue;
            StreamHeader wider = header;
            for (unsigned bits = std::max(2u, std::bit_ceil(needed)); bits <= widest; bits *= 2) {
                if (bits == needed) continue;
                // Where twice the width is worse, twice that hardly ever helps. Bits that divide no byte tell nothing.
                const bool tells = needed == 1 || bits > std::bit_ceil(needed);
                if (tells && last > shape.quick + shape.quick / 25 + slack) break;
                wider.bits = static_cast<std::uint8_t>(bits);
                last = pack(wider, symbols, level_);
                shape.quick = std::min(shape.quick, last);
            }
        }
        shapes_.push_back(std::move(shape));
    }

    /// Bits that a symbol takes at least where it is not compressed.
    unsigned least_width(Codec codec, unsigned needed, bool delta) const {
        return codec == Codec::raw ? needed : delta ? 1 : format::bits_for(distinct_.size());
    }

    /// Keeps a stream of one symbol, which has no block.
    void keep_header(StreamHeader header) {
        header.codec = codec_.value_or(Codec::raw);
        if (header.codec == Codec::pairs) header.codec = Codec::raw;  // without blocks there is no grammar
        quick_ = keep(std::move(header), {});
    }

    /// Whether pairs may be better in a shape: what other codecs pack far worse in one than in another, so do they.
    bool may_pair(const Shape& shape) const {
        return codec_ || (shape.quick <= quick_ + quick_ / 4 + slack && quick_ > least_paired(shape.header.count));
    }
    /// Bytes that any grammar takes with a text of so many numbers: a pair at most doubles what a symbol stands for.
    static std::size_t least_paired(std::uint64_t numbers) {
        constexpr std::size_t letters = 2, header = 5 + letters / 2, code_length = 4;
        std::size_t pairs = 0;  // bits of them
        std::size_t least = static_cast<std::size_t>(numbers);
        for (std::size_t made = 0; numbers >> made != 0; ++made) {
            least = std::min(least, pairs + static_cast<std::size_t>(numbers >> made));
            pairs += 2 * format::bits_for(letters + made) + code_length;
        }
        return header + least / 8;
    }

    std::size_t pack(const StreamHeader& header, Symbols symbols, int level, std::span<const PairPacker> grammars = {},
                     std::span<const std::byte> dictionary = {}) {
        const std::size_t before = header.delta() ? format::delta_base_bytes : 0;
        if (format::packed_bytes(symbols.size(), header.bits) + before > format::longest_payload)
            return std::numeric_limits<std::size_t>::max();
        const Packing packing{header.codec, header.bits, header.delta(), level, nullptr, grammars};
        const std::size_t length = keep(header, encoder_.encode(symbols, packing).payload, dictionary);
        if (length < quick_ && header.codec != Codec::pairs && level == level_) {
            quick_ = length;
            quickest_ = header;
        }
        return length;
    }

    void pack_in_pairs(const Shape& shape) {
        const bool delta = shape.delta;
        StreamHeader header = shape.header;
        const Symbols symbols = symbols_of(header, delta ? values_ : open_);
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
        std::optional<format::Grammar> grammar = trained_grammar(limit, whole, block_log2, positions, most_paired());
        if (!grammar) return;
        const auto dictionary = format::encode_grammars(std::span(&*grammar, 1));
        const PairPacker packer(std::move(*grammar));
        header.dictionary_length = static_cast<std::uint32_t>(dictionary.size());
        pack(header, symbols, level_, std::span(&packer, 1), dictionary);
    }

    /// What pairs may leave by the estimate, which is seldom more than a twentieth too high.
    std::uint64_t most_paired() const { return codec_ ? ~std::uint64_t{0} : quick_ + quick_ / 20; }

    /// Keeps a section if it is the smallest so far and not too long. Returns its length.
    std::size_t keep(StreamHeader header, std::span<const std::byte> payload,
                     std::span<const std::byte> dictionary = {}) {
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

    /// Bytes that are nothing to go by.
    static constexpr std::size_t slack = 16;

    std::optional<Codec> codec_;
    int level_;
    bool highest_, knows_all_ways_ = true, shapes_tried_ = false;
    Symbols open_, values_;  // what is stored, with gaps and without
    Symbols distinct_;
    StreamHeader header_;  // what is the same in every shape
    std::vector<Shape> shapes_;
    BlockEncoder encoder_;
    std::size_t rough_ = 0;
    std::size_t quick_ = std::numeric_limits<std::size_t>::max();  // the least of those that are quick
    std::optional<StreamHeader> quickest_;                         // which that was
    std::optional<SmallStream> best_;
};

SmallPacker::SmallPacker(const StoredStream& stream, const EncodeOptions& options) {
    const unsigned block_log2 = options.block_log2.value_or(format::most_block_log2);
    if (stream.count <= std::uint64_t{1} << block_log2) search_ = std::make_unique<Search>(stream, options);
}
SmallPacker::~SmallPacker() = default;
SmallPacker::SmallPacker(SmallPacker&&) noexcept = default;
SmallPacker& SmallPacker::operator=(SmallPacker&&) noexcept = default;

double SmallPacker::quick_bytes() {
    constexpr auto none = std::numeric_limits<std::size_t>::max();
    const std::size_t quick = search_ ? search_->quick() : none;
    return quick != none ? static_cast<double>(quick) : std::numeric_limits<double>::infinity();
}

double SmallPacker::rough_bytes() const {
    return search_ ? static_cast<double>(search_->rough()) : std::numeric_limits<double>::infinity();
}

bool SmallPacker::knows_all_ways() const {
    return search_ && search_->knows_all_ways();
}

std::optional<SmallStream> SmallPacker::take() {
    return search_ ? search_->take() : std::nullopt;
}

}  // namespace mexbase::detail
