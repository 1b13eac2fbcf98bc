// SPDX-License-Identifier: MIT
/// \file
/// Grammars of streams with the codec `pairs`, and their bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mexbase::format {

/// Grammar of the codec `pairs`: literals stand for numbers, pairs of symbols become new symbols (recursive pairing:
/// Larsson and Moffat 1999), and symbols are written in a canonical prefix code.
///
/// Symbols are numbered: first the literals, then one symbol per pair of any two symbols before it. Literals cover
/// consecutive ranges of numbers from 0 on: literal t covers 2^extra[t] numbers. That many bits after its code select
/// one of them. Only literals that cover one number may be parts of pairs.
struct Grammar {
    struct Pair {
        std::uint16_t left = 0, right = 0;
        bool operator==(const Pair&) const = default;
    };
    std::vector<std::uint8_t> extra;         ///< bits after each literal
    std::vector<Pair> pairs;                 ///< for each further symbol
    std::vector<std::uint8_t> code_lengths;  ///< for each symbol, in bits; 0: it only occurs in pairs

    std::size_t literals() const { return extra.size(); }
    std::size_t symbols() const { return extra.size() + pairs.size(); }
    bool operator==(const Grammar&) const = default;
};

inline constexpr std::size_t most_grammar_symbols = 4096;
inline constexpr unsigned longest_code = 15;
inline constexpr std::size_t most_grammars = 16;

/// Returns the number of values that each symbol expands to. Throws `Error{corrupt}` for an invalid grammar, and for a
/// symbol of more than 2^`block_log2` or 65535 values.
std::vector<std::uint16_t> spans(const Grammar& grammar, unsigned block_log2);

/// Reads the grammars in `bytes`, for numbers of `bits` bits in blocks of 2^`block_log2`. Throws `Error{corrupt}`
/// unless the parts of a pair precede it, the codes are a complete prefix code, and the literals cover only valid
/// numbers.
std::vector<Grammar> parse_grammars(std::span<const std::byte> bytes, unsigned bits, unsigned block_log2);
std::vector<std::byte> encode_grammars(std::span<const Grammar> grammars);

/// Returns the codes of a complete canonical prefix code: shorter codes first, then by symbol. The highest bit comes
/// first.
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
