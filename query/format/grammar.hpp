// SPDX-License-Identifier: MIT
/// \file
/// Grammars of streams with the codec `pairs`, and their bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mexbase::format {

/// Grammar of the codec `pairs`. Its symbols are literals, which stand for numbers, and pairs of symbols (recursive
/// pairing: Larsson and Moffat 1999). Symbols are written in a canonical prefix code.
///
/// Symbols are numbered: first the literals, then the pairs. Each pair consists of two symbols with smaller numbers.
/// Literals cover consecutive ranges of numbers from 0 on: literal t covers 2^extra[t] numbers, and extra[t] bits after
/// its code select one of them. A literal that covers several numbers cannot be part of a pair.
struct Grammar {
    struct Pair {
        std::uint16_t left = 0, right = 0;
        bool operator==(const Pair&) const = default;
    };
    std::vector<std::uint8_t> extra;         ///< number of bits after the code of each literal
    std::vector<Pair> pairs;                 ///< the parts of each symbol that is not a literal
    std::vector<std::uint8_t> code_lengths;  ///< bits of each symbol's code; 0: the symbol only occurs in pairs

    std::size_t literals() const { return extra.size(); }
    std::size_t symbols() const { return extra.size() + pairs.size(); }
    bool operator==(const Grammar&) const = default;
};

inline constexpr std::size_t most_grammar_symbols = 4096;
inline constexpr unsigned longest_code = 15;
inline constexpr std::size_t most_grammars = 16;

/// Returns how many numbers each symbol expands to. Throws `Error{corrupt}` for an invalid grammar, and for a symbol
/// that expands to more than 2^`block_log2` or 65535 numbers.
std::vector<std::uint16_t> spans(const Grammar& grammar, unsigned block_log2);

/// Reads the grammars in `bytes`, for numbers of `bits` bits in blocks of 2^`block_log2` numbers. Throws
/// `Error{corrupt}` unless the parts of each pair precede the pair, the codes are a complete prefix code, and the
/// literals cover only valid numbers.
std::vector<Grammar> parse_grammars(std::span<const std::byte> bytes, unsigned bits, unsigned block_log2);
std::vector<std::byte> encode_grammars(std::span<const Grammar> grammars);

/// Returns the code of each symbol in the complete canonical prefix code with these code lengths. Codes ascend with
/// length, then with the symbol's number. The highest bit of a code is written first.
std::vector<std::uint16_t> canonical_codes(std::span<const std::uint8_t> lengths);

/// Buffer to which bits are appended, the highest of each byte first.
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
