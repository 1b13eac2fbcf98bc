// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "../../format/grammar.hpp"
#include "../decoder.hpp"

namespace mexbase::detail {

namespace {

/// Maximum number of bits that `PackedWriter::put` can append.
constexpr unsigned most_appended = 56;

std::uint32_t difference(std::uint32_t z) {
    return (z >> 1) ^ (0u - (z & 1));
}

std::uint64_t highest_first(const std::byte* at) {
    const auto word = load<std::uint64_t>(at);
    return __builtin_bswap64(word);
}

/// Reader of bits, the highest of each byte first. Past the end it reads zeros.
class PairBits {
  public:
    explicit PairBits(std::span<const std::byte> code) : code_(code) {}

    /// Returns the next bits, the first as the highest bit of the result. At least `wanted` bits (at most 57) are
    /// valid.
    std::uint64_t window(unsigned wanted) {
        if (ready_ < wanted) refill();
        return window_;
    }
    /// Skips fewer than 64 bits, which must have been valid in the last window.
    void skip(unsigned bits) {
        window_ <<= bits;
        at_ += bits;
        ready_ -= bits;
    }
    bool overrun() const { return at_ > 8 * std::uint64_t{code_.size()}; }
    /// Returns true if the rest of the code is less than a byte and all zeros.
    bool ended() {
        const std::uint64_t end = 8 * std::uint64_t{code_.size()};
        return at_ <= end && end - at_ < 8 && (at_ == end || window(8) >> (64 - (end - at_)) == 0);
    }

    /// Makes 57 bits of the window valid.
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

/// A grammar prepared for decoding. Immutable; safe to use from several threads. No member throws.
class PairDecoder {
  public:
    /// Prepares a verified grammar for numbers of `bits` bits in blocks of 2^`block_log2` numbers.
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

    /// Returns number `position` of `code`, or `std::nullopt` if the code ends before. Takes time linear in the number
    /// of symbols before that number.
    std::optional<std::uint32_t> number_at(std::span<const std::byte> code, std::uint64_t position) const {
        return walk(
            code, position, [](std::uint16_t, std::uint32_t) {},
            [this](std::uint16_t symbol, std::uint32_t more, std::uint64_t at) {
                // Descends to the part of the symbol that contains the number, until the part is short enough to be in
                // `numbers_`.
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

    /// Returns the sum of the differences 0 to `position`, modulo 2^32, or `std::nullopt` if the code ends before that.
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

    /// Writes `count` numbers to `out`, each in as many bits as the stream's numbers have. Eight bytes past the last
    /// number must be writable. Returns false unless the code has exactly `count` numbers and only zeros after them.
    bool unpack(std::span<const std::byte> code, std::uint64_t count, std::byte* out) const {
        PairBits bits(code);
        PackedWriter numbers(out);
        const std::size_t literals = extra_.size();
        // Stack of symbols to expand: the right parts of symbols that are too long to append at once. It cannot
        // overflow, because a part has a lower number than its pair.
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
    /// Entry of the decoding table: a symbol, the count of numbers that it expands to, and the length of its code.
    struct Entry {
        std::uint16_t span = 0;
        std::uint16_t symbol : 12 = 0;
        std::uint16_t length : 4 = 0;
    };

    const Entry& entry(std::uint64_t window) const { return table_[window >> table_shift_]; }
    /// Reads the extra bits of a literal. Returns the number that they select, counted from the literal's first number.
    std::uint32_t take_extra(PairBits& bits, std::uint16_t symbol) const {
        const unsigned extra = extra_[symbol];
        if (extra == 0) return 0;
        const auto more = static_cast<std::uint32_t>(bits.window(extra) >> (64 - extra));
        bits.skip(extra);
        return more;
    }

    /// Reads symbols up to the symbol whose expansion contains number `position` of the code. Calls `pass` for each
    /// symbol before it, and returns the result of `take` for that symbol.
    template <class Pass, class Take>
    std::optional<std::uint32_t> walk(std::span<const std::byte> code, std::uint64_t position, Pass pass,
                                      Take take) const {
        PairBits bits(code);
        // Without extra bits, one refill is enough for three codes. So refills need no unpredictable branch.
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

    /// Returns the literal with number `position` in the expansion of a symbol; calls `pass` for each symbol before it.
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
    /// Returns the grammar of a body (the bytes of a block), or null if the body names an invalid grammar. If the
    /// stream has several grammars, removes the grammar's number from the front of the body.
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
