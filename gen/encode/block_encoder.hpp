/// \file
/// Packs one block of a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../../query/format/format.hpp"
#include "pairs/block_sorts.hpp"
#include "pairs/pair_packer.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_CDict_s;

namespace mexbase::detail {

/// A dictionary of zstd, ready for packing at one level; null: none. Safe for any number of threads.
using PackDictionary = std::shared_ptr<const ZSTD_CDict_s>;
PackDictionary pack_dictionary(std::span<const std::byte> bytes, int level);

/// Grammars that candidates share, for each may take 16 MB; null: none.
using Grammars = std::shared_ptr<const std::vector<PairPacker>>;
inline std::span<const PairPacker> all_of(const Grammars& grammars) {
    return grammars == nullptr ? std::span<const PairPacker>() : *grammars;
}

/// How the blocks of a stream are packed.
struct Packing {
    Codec codec = Codec::raw;
    unsigned bits = 0;
    bool delta = false;                         ///< the first symbol, then differences
    int level = 1;                              ///< of zstd
    PackDictionary dictionary = nullptr;        ///< of zstd
    std::span<const PairPacker> grammars = {};  ///< of `pairs`, one at least; borrowed
    const BlockSorts* sorts = nullptr;  ///< which grammar is for which blocks, where there are several; borrowed
};

/// A packed block.
struct PackedBlock {
    std::span<const std::byte> payload;  ///< empty: the block is constant; valid until the next call
    std::uint32_t symbol = 0;            ///< of a constant block
    std::size_t codes = 0;               ///< that the payload is made of, of the codec `pairs`
};

/// Packs blocks, one after another. For one thread.
class BlockEncoder {
  public:
    /// Packs a block of symbols, `dont_care` among them, which it settles.
    PackedBlock encode(std::span<std::uint32_t> symbols, const Packing& packing);

    /// Turns settled symbols into differences, as a block holds them: 2d, or -2d - 1 where d is negative. The first is
    /// 0.
    static void to_differences(std::span<std::uint32_t> symbols);

    /// The settled symbols in `bits` bits each; valid until the next call.
    std::span<const std::byte> pack(std::span<const std::uint32_t> symbols, unsigned bits);

  private:
    std::span<const std::byte> encode_body(std::span<const std::uint32_t> symbols, const Packing& packing);
    bool find_distinct(std::span<const std::uint32_t> symbols, std::size_t most);
    std::span<const std::byte> palette(std::span<const std::uint32_t> symbols, const Packing& packing,
                                       std::size_t limit);
    std::span<const std::byte> zstd(std::span<const std::byte> packed, const Packing& packing, int level);
    std::span<const std::byte> pairs(std::span<const std::uint32_t> symbols, const Packing& packing);

    struct FreeContext {
        void operator()(ZSTD_CCtx_s* context) const;
    };
    std::unique_ptr<ZSTD_CCtx_s, FreeContext> context_;  // of zstd, made when first needed
    PairScratch parsed_;
    std::size_t codes_ = 0;
    std::vector<std::byte> packed_, out_, payload_;
    std::vector<std::uint32_t> distinct_, places_;
    std::vector<std::uint8_t> seen_;   // by symbol, while they are looked for
    std::vector<std::uint32_t> open_;  // the symbols before they were settled
};

}  // namespace mexbase::detail
