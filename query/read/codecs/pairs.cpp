// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "../../format/grammar.hpp"
#include "../decoder.hpp"

namespace mexbase::detail {

namespace {

/// Maximum number of bits that one call of `PackedWriter::put` appends.
constexpr unsigned most_appended = 56;

std::uint32_t difference(std::uint32_t z) {
    return (z >> 1) ^ (0u - (z & 1));
}

std::uint64_t highest_first(const std::byte* at) {
    const auto word = load<std::uint64_t>(at);
    return __builtin_bswap64(word);
}

/// Reads bits from bytes, the highest bit of each byte first. After the last byte it reads zeros.
class PairBits {
  public:
    explicit PairBits(std::span<const std::byte> code) : code_(code) {}

    /// Returns the next bits of the code. The first of them is the highest bit of the result. At least `wanted` bits
    /// are valid (at most 57).
    std::uint64_t window(unsigned wanted) {
        if (ready_ < wanted) refill();
        return window_;
    }
    /// Skips the first `bits` bits of the window. They must be valid, and fewer than 64.
    void skip(unsigned bits) {
        window_ <<= bits;
        at_ += bits;
        ready_ -= bits;
    }
    bool overrun() const { return at_ > 8 * std::uint64_t{code_.size()}; }
    /// Returns true if only zeros are left, and fewer than eight of them.
    bool ended() {
        const std::uint64_t end = 8 * std::uint64_t{code_.size()};
        return at_ <= end && end - at_ < 8 && (at_ == end || window(8) >> (64 - (end - at_)) == 0);
    }

    /// Loads bytes until 57 bits of the window are valid.
    void refill() {
        const auto first = static_cast<std::size_t>(at_ >> 3);
        const auto into = static_cast<unsigned>(at_ & 7);
        ready_ = 57;
        if (first + 8 <= code_.size()) [[likely]] {
            window_ = highest_first(code_.data() + first) << into;
            return;
        }
        if (code_.size() >= 8 && first < code_.size()) {
            const std::size_t past = first + 8 - code_.size();  // 1 to 7 bytes
            window_ = highest_first(code_.data() + code_.size() - 8) << (8 * past) << into;
            return;
        }
        std::uint64_t word = 0;
        for (std::size_t i = first; i < first + 8; ++i)
            word = word << 8 | (i < code_.size() ? std::to_integer<std::uint64_t>(code_[i]) : 0);
        window_ = word << into;
    }

  private:
    std::span<const std::byte> code_;
    std::uint64_t window_ = 0, at_ = 0;
    unsigned ready_ = 0;
};

/// Decodes blocks by a grammar, whose symbols expand to sequences of numbers. Immutable; no member function throws.
class PairDecoder {
  public:
    /// Prepares decoding. `grammar` must be valid, for numbers of `bits` bits and blocks of 2^`block_log2` numbers.
    PairDecoder(const format::Grammar& grammar, unsigned bits, unsigned block_log2)
        : bits_(bits), pairs_(grammar.pairs), spans_(format::spans(grammar, block_log2)), extra_(grammar.extra) {
        const std::size_t literals = grammar.literals(), symbols = grammar.symbols();
        std::uint64_t next = 0;
        for (const std::uint8_t extra : extra_) {
            first_.push_back(static_cast<std::uint32_t>(next));
            next += std::uint64_t{1} << extra;
            any_extra_ |= extra != 0;
        }
        for (std::size_t s = 0; s < symbols; ++s) {
            if (s < literals) {
                sums_.push_back(difference(first_[s]));
                numbers_.push_back(first_[s]);
                continue;
            }
            const auto [left, right] = pairs_[s - literals];
            sums_.push_back(sums_[left] + sums_[right]);
            const bool fits = spans_[s] * bits <= most_appended;
            numbers_.push_back(fits ? numbers_[left] | numbers_[right] << (spans_[left] * bits) : 0);
        }

        const unsigned longest = *std::max_element(grammar.code_lengths.begin(), grammar.code_lengths.end());
        const auto codes = format::canonical_codes(grammar.code_lengths);
        table_.resize(std::size_t{1} << longest);
        table_shift_ = 64 - longest;
        for (std::size_t s = 0; s < symbols; ++s) {
            const unsigned length = grammar.code_lengths[s];
            if (length == 0) continue;
            Entry found;
            found.span = spans_[s];
            found.symbol = static_cast<std::uint16_t>(s & 0xfff);
            found.length = static_cast<std::uint16_t>(length & 0xf);
            const auto same = std::ptrdiff_t{1} << (longest - length);
            std::fill_n(table_.begin() + codes[s] * same, same, found);
        }
    }

    /// Decodes only the number at `position`. Returns `std::nullopt` if the code is too short. Takes time linear in the
    /// number of symbols before that number.
    std::optional<std::uint32_t> number_at(std::span<const std::byte> code, std::uint64_t position) const {
        return walk(
            code, position, [](std::uint16_t, std::uint32_t) {},
            [this](std::uint16_t symbol, std::uint32_t more, std::uint64_t at) {
                // Replaces the symbol by the half that contains the number, until its expansion fits into `numbers_`.
                while (spans_[symbol] * bits_ > most_appended) {
                    const auto [left, right] = pairs_[symbol - extra_.size()];
                    const std::uint64_t span = spans_[left];
                    const bool beyond = at >= span;
                    symbol = beyond ? right : left;
                    at -= beyond ? span : 0;
                }
                const std::uint64_t mask = (std::uint64_t{1} << bits_) - 1;
                return static_cast<std::uint32_t>(numbers_[symbol] >> (at * bits_) & mask) + more;
            });
    }

    /// Returns the sum of the first `position` + 1 differences modulo 2^32, or `std::nullopt` if the code is too short.
    std::optional<std::uint32_t> sum_to(std::span<const std::byte> code, std::uint64_t position) const {
        std::uint32_t sum = 0;
        return walk(
            code, position,
            [&](std::uint16_t symbol, std::uint32_t more) {
                const bool many = any_extra_ && symbol < extra_.size() && extra_[symbol] != 0;
                sum += many ? difference(first_[symbol] + more) : sums_[symbol];
            },
            [&](std::uint16_t symbol, std::uint32_t more, std::uint64_t at) {
                const std::uint16_t literal = descend(symbol, at, [&](std::uint16_t before) { sum += sums_[before]; });
                return sum + difference(first_[literal] + more);
            });
    }

    /// Decodes `count` numbers and writes them to `out` in fixed width. Eight bytes after the last number must be
    /// writable. Returns false unless the code contains exactly `count` numbers and then only zeros.
    bool unpack(std::span<const std::byte> code, std::uint64_t count, std::byte* out) const {
        PairBits bits(code);
        PackedWriter numbers(out);
        const std::size_t literals = extra_.size();
        // Stack of the symbols that must still be expanded. It cannot overflow, because a symbol expands to symbols
        // with lower numbers.
        std::array<std::uint16_t, format::most_grammar_symbols> later;
        while (count != 0) {
            const Entry e = entry(bits.window(format::longest_code));
            bits.skip(e.length);
            if (e.span > count || bits.overrun()) return false;
            count -= e.span;
            if (e.symbol < literals) {
                numbers.put(first_[e.symbol] + take_extra(bits, e.symbol), bits_);
                continue;
            }
            std::size_t waiting = 0;
            later[waiting++] = e.symbol;
            while (waiting != 0) {
                std::uint16_t symbol = later[--waiting];
                while (spans_[symbol] * bits_ > most_appended && symbol >= literals) {
                    later[waiting++] = pairs_[symbol - literals].right;
                    symbol = pairs_[symbol - literals].left;
                }
                numbers.put(numbers_[symbol], spans_[symbol] * bits_);
            }
        }
        return bits.ended();
    }

  private:
    /// Result of looking up the next bits of the code. `span` is how many numbers the symbol expands to.
    struct Entry {
        std::uint16_t span = 0;
        std::uint16_t symbol : 12 = 0;
        std::uint16_t length : 4 = 0;
    };

    const Entry& entry(std::uint64_t window) const { return table_[window >> table_shift_]; }
    /// Reads the extra bits after a symbol that stands for a range of numbers. They select one number of this range.
    std::uint32_t take_extra(PairBits& bits, std::uint16_t symbol) const {
        const unsigned extra = extra_[symbol];
        if (extra == 0) return 0;
        const auto more = static_cast<std::uint32_t>(bits.window(extra) >> (64 - extra));
        bits.skip(extra);
        return more;
    }

    /// Decodes symbols until the expansion of one contains the number at `position`. Returns the result of `take` for
    /// that symbol. Calls `pass` for each earlier symbol.
    template <class Pass, class Take>
    std::optional<std::uint32_t> walk(std::span<const std::byte> code, std::uint64_t position, Pass pass,
                                      Take take) const {
        PairBits bits(code);
        // If no symbol has extra bits, 57 bits are enough for three symbols. So `refill` is called without a test.
        static_assert(3 * format::longest_code <= 57);
        while (!any_extra_) {
            bits.refill();
            for (int k = 0; k < 3; ++k) {
                const Entry e = entry(bits.window(0));
                bits.skip(e.length);
                if (position < e.span) {
                    if (bits.overrun()) return std::nullopt;
                    return take(e.symbol, 0, position);
                }
                position -= e.span;
                pass(e.symbol, 0);
            }
        }
        for (;;) {
            const Entry e = entry(bits.window(format::longest_code));
            bits.skip(e.length);
            const std::uint32_t more = e.symbol < extra_.size() ? take_extra(bits, e.symbol) : 0;
            if (position < e.span) {
                if (bits.overrun()) return std::nullopt;
                return take(e.symbol, more, position);
            }
            position -= e.span;
            pass(e.symbol, more);
        }
    }

    /// Returns the literal (a symbol that is not a pair) at `position`. Calls `pass` for each symbol before it.
    template <class Pass>
    std::uint16_t descend(std::uint16_t symbol, std::uint64_t position, Pass pass) const {
        const std::size_t literals = extra_.size();
        while (symbol >= literals) {
            const auto [left, right] = pairs_[symbol - literals];
            if (position < spans_[left]) {
                symbol = left;
            } else {
                pass(left);
                position -= spans_[left];
                symbol = right;
            }
        }
        return symbol;
    }

    unsigned bits_;
    std::vector<format::Grammar::Pair> pairs_;
    std::vector<std::uint16_t> spans_;
    std::vector<std::uint32_t> first_;  // smallest number that each literal covers
    std::vector<std::uint8_t> extra_;
    std::vector<std::uint32_t> sums_;     // sum of the differences of each symbol without extra bits
    std::vector<std::uint64_t> numbers_;  // for each symbol that expands to few numbers, these numbers, packed
    bool any_extra_ = false;
    std::vector<Entry> table_;  // indexed by as many bits as the longest code has
    unsigned table_shift_ = 0;
};

class PairsDecoder : public Decoder {
  public:
    PairsDecoder(const format::StreamHeader& header, std::span<const std::byte> dictionary) : Decoder(header) {
        for (const format::Grammar& grammar : format::parse_grammars(dictionary, header.bits, header.block_log2))
            grammars_.emplace_back(grammar, header.bits, header.block_log2);
    }

    std::optional<BlockView> unpack(std::span<const std::byte> body, std::uint64_t count, DecodeScratch&,
                                    std::byte* buffer) const override {
        const PairDecoder* const grammar = grammar_of(body);
        if (grammar == nullptr || !grammar->unpack(body, count, buffer)) return std::nullopt;
        return packed_view(buffer, count);
    }
    std::optional<std::uint32_t> at(std::span<const std::byte> body, std::uint64_t position) const override {
        const PairDecoder* const grammar = grammar_of(body);
        if (grammar == nullptr) return std::nullopt;
        return header_.delta() ? grammar->sum_to(body, position) : grammar->number_at(body, position);
    }

  private:
    /// Returns the grammar with which a block is compressed, or null if it is invalid. If the stream has several
    /// grammars, removes the first byte of `body`, which is the number of the grammar.
    const PairDecoder* grammar_of(std::span<const std::byte>& body) const {
        if (grammars_.size() == 1) return grammars_.data();
        const auto number = std::to_integer<std::size_t>(body.front());
        if (number >= grammars_.size()) return nullptr;
        body = body.subspan(1);
        return &grammars_[number];
    }

    std::vector<PairDecoder> grammars_;
};

}  // namespace

std::unique_ptr<const Decoder> make_pairs_decoder(const format::StreamHeader& header,
                                                  std::span<const std::byte> dictionary) {
    return std::make_unique<PairsDecoder>(header, dictionary);
}

}  // namespace mexbase::detail
