/// \file
/// The grammars of a stream packed with the codec `pairs`: what they are, and their bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mexbase::format {

/// What the codec `pairs` packs numbers with: literals stand for numbers, pairs of symbols become new symbols
/// (recursive pairing: Larsson and Moffat 1999), and symbols are written in a canonical prefix code.
///
/// Symbols are numbered: first the literals, then a symbol for each pair, which may be of any two before it. Literal t
/// stands for 2^extra[t] numbers, from where those of the literal before it end, the first from 0 on; which of them it
/// is follows its code in that many bits. Literals that stand for one number only may be parts of pairs.
struct Grammar {
    struct Pair {
        std::uint16_t left = 0, right = 0;
        bool operator==(const Pair&) const = default;
    };
    std::vector<std::uint8_t> extra;         ///< of each literal
    std::vector<Pair> pairs;                 ///< of each further symbol
    std::vector<std::uint8_t> code_lengths;  ///< of each symbol, in bits; 0: it is never written by itself

    std::size_t literals() const { return extra.size(); }
    std::size_t symbols() const { return extra.size() + pairs.size(); }
    bool operator==(const Grammar&) const = default;
};

inline constexpr std::size_t most_grammar_symbols = 4096;
inline constexpr unsigned longest_code = 15;
inline constexpr std::size_t most_grammars = 16;

/// How many numbers each symbol stands for, once it is known that no symbol stands for more than 2^`block_log2`, nor
/// for more than 65535. Throws `Error{corrupt}` of a grammar that is none.
std::vector<std::uint16_t> spans(const Grammar& grammar, unsigned block_log2);

/// The grammars in `bytes`, for numbers of `bits` bits in blocks of 2^`block_log2`. Throws `Error{corrupt}` unless each
/// is a grammar: every part of a pair before the pair, codes that are a complete prefix code, literals within the
/// numbers.
std::vector<Grammar> parse_grammars(std::span<const std::byte> bytes, unsigned bits, unsigned block_log2);
std::vector<std::byte> encode_grammars(std::span<const Grammar> grammars);

/// The codes of a complete canonical prefix code: shorter codes before longer ones, those of one length in the order of
/// the symbols. The highest bit comes first.
std::vector<std::uint16_t> canonical_codes(std::span<const std::uint8_t> lengths);

/// Appends bits, the highest first.
class BitAppender {
  public:
    explicit BitAppender(std::vector<std::byte>& out) : out_(out) {}
    void put(std::uint32_t value, unsigned bits) {
        word_ = word_ << bits | value;
        filled_ += bits;
        while (filled_ >= 8) {
            filled_ -= 8;
            out_.push_back(static_cast<std::byte>(word_ >> filled_));
        }
    }
    void finish() {
        if (filled_ != 0) put(0, 8 - filled_);
    }

  private:
    std::vector<std::byte>& out_;
    std::uint64_t word_ = 0;
    unsigned filled_ = 0;
};

}  // namespace mexbase::format
