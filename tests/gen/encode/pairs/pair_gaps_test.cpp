// SPDX-License-Identifier: MIT
// The packer of numbers with gaps, compared with all fillings of the gaps.
#include "gen/encode/symbols.hpp"
#include "grammars.hpp"

namespace mexbase::pair_gaps_test {

using namespace test;
using detail::PairPacker;
using detail::PairScratch;

constexpr std::uint32_t any = dont_care;
constexpr unsigned block_log2 = 9;

/// Returns the fewest bits of symbols that agree with the given numbers.
std::uint64_t fewest_bits(const format::Grammar& grammar, const Text& text) {
    const auto first = firsts(grammar);
    const auto word = words(grammar);
    std::vector<std::uint64_t> least{0};
    for (std::size_t end = 1; end <= text.size(); ++end) {
        std::uint64_t here = ~std::uint64_t{0};
        for (std::size_t s = 0; s < word.size(); ++s) {
            const std::size_t span = word[s].size();
            if (grammar.code_lengths[s] == 0 || span > end) continue;
            bool agrees = true;
            for (std::size_t k = 0; k < span; ++k) {
                const std::uint32_t number = text[end - span + k];
                agrees = agrees && (number == any || literal_of(first, number) == word[s][k]);
            }
            const std::uint64_t extra = s < grammar.literals() ? grammar.extra[s] : 0;
            if (agrees) here = std::min(here, least[end - span] + grammar.code_lengths[s] + extra);
        }
        least.push_back(here);
    }
    return least.back();
}

/// As `fewest_bits`, by trying each literal in each gap.
std::uint64_t fewest_bits_of_fillings(const format::Grammar& grammar, Text& text, std::size_t from = 0) {
    while (from < text.size() && text[from] != any) ++from;
    if (from == text.size()) return fewest_bits(grammar, text);
    std::uint64_t fewest = ~std::uint64_t{0};
    const auto first = firsts(grammar);
    for (std::size_t t = 0; t < grammar.literals(); ++t) {
        text[from] = static_cast<std::uint32_t>(first[t]);
        fewest = std::min(fewest, fewest_bits_of_fillings(grammar, text, from + 1));
    }
    text[from] = any;
    return fewest;
}

/// Makes gaps of one or several numbers.
void make_gaps(std::mt19937& random, Text& text) {
    const std::size_t one_in = 1 + random() % 8, longest = 1 + random() % (random() % 4 == 0 ? 60 : 6);
    for (std::size_t i = 0; i < text.size(); ++i)
        if (random() % one_in == 0)
            for (std::size_t left = 1 + random() % longest; left != 0 && i < text.size(); --left) text[i++] = any;
}

void parse_any(const PairPacker& packer, const Text& text, PairScratch& scratch) {
    Text settled = text;
    detail::settle(settled);
    packer.parse_any(text, settled, scratch);
}

/// Packs, reads back, and returns the bits.
std::uint64_t expect_to_pack_gaps(const format::Grammar& grammar, const Text& text) {
    const PairPacker packer(grammar);
    PairScratch scratch;
    parse_any(packer, text, scratch);
    const std::uint64_t bits = packer.bits(scratch);
    std::vector<std::byte> code;
    packer.write(scratch, code);
    EXPECT_EQ(code.size(), (bits + 7) / 8);
    Text filled = text;
    packer.fill(filled, scratch);
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != any) {
            EXPECT_EQ(filled[i], text[i]);
        }
    expect_to_read(grammar, bits_of(grammar), block_log2, code, filled);
    // The filled numbers cannot be packed in more bits.
    EXPECT_LE(fewest_bits(grammar, filled), bits);
    return bits;
}

std::uint64_t settled_bits(const format::Grammar& grammar, Text text) {
    detail::settle(text);
    const PairPacker packer(grammar);
    PairScratch scratch;
    packer.parse(text, scratch);
    return packer.bits(scratch);
}

TEST(PairGaps, AFewAreFilledNearlyAsWellAsCanBe) {
    std::mt19937 random(1);
    std::uint64_t sum = 0, least_sum = 0, settled_sum = 0;
    int best = 0;
    constexpr int times = 3000;
    for (int i = 0; i < times; ++i) {
        const Shape shape{2 + random() % 2, random() % 14, i % 4 == 0 ? 2u : 0u, i % 5 == 0};
        const format::Grammar grammar = any_grammar(random, shape);
        Text text = any_text(random, grammar, random() % 12);
        for (int gap = 0; gap < 5 && !text.empty(); ++gap) text[random() % text.size()] = any;
        const std::uint64_t bits = expect_to_pack_gaps(grammar, text), settled = settled_bits(grammar, text);
        const std::uint64_t least = fewest_bits(grammar, text);
        ASSERT_EQ(fewest_bits_of_fillings(grammar, text), least) << i;
        ASSERT_GE(bits, least) << i;
        ASSERT_LE(bits, settled) << i;
        sum += bits;
        least_sum += least;
        settled_sum += settled;
        if (bits == least) ++best;
    }
    RecordProperty("best", best);
    EXPECT_GT(best, times * 88 / 100);
    EXPECT_LT(100 * (sum - least_sum), 7 * least_sum);
    EXPECT_LT(sum, settled_sum);
}

TEST(PairGaps, ManyAreFilledNoWorseThanByRepeating) {
    std::mt19937 random(2);
    std::uint64_t sum = 0, least_sum = 0, settled_sum = 0;
    for (int i = 0; i < 2000; ++i) {
        const format::Grammar grammar = any_grammar(random, shapes[static_cast<std::size_t>(i) % std::size(shapes)]);
        Text text = any_text(random, grammar, random() % 300);
        make_gaps(random, text);
        const std::uint64_t bits = expect_to_pack_gaps(grammar, text), settled = settled_bits(grammar, text);
        const std::uint64_t least = fewest_bits(grammar, text);
        ASSERT_GE(bits, least) << i;
        ASSERT_LE(bits, settled) << i;
        sum += bits;
        least_sum += least;
        settled_sum += settled;
        if (HasFatalFailure()) return;
    }
    // Most of the possible gain.
    EXPECT_LT(2 * (sum - least_sum), settled_sum - least_sum);
}

TEST(PairGaps, WithoutGapsNothingChanges) {
    std::mt19937 random(3);
    for (int i = 0; i < 300; ++i) {
        const format::Grammar grammar = any_grammar(random, shapes[static_cast<std::size_t>(i) % std::size(shapes)]);
        const Text text = any_text(random, grammar, random() % 300);
        const PairPacker packer(grammar);
        PairScratch one, other;
        packer.parse(text, one);
        parse_any(packer, text, other);
        ASSERT_EQ(one.symbols, other.symbols);
        ASSERT_EQ(one.extra, other.extra);
    }
}

TEST(PairGaps, NothingButGapsIsWrittenInTheCheapestWay) {
    std::mt19937 random(4);
    for (int i = 0; i < 300; ++i) {
        const format::Grammar grammar = any_grammar(random, shapes[static_cast<std::size_t>(i) % std::size(shapes)]);
        const Text text(1 + random() % 200, any);
        EXPECT_LE(expect_to_pack_gaps(grammar, text), settled_bits(grammar, text));
    }
}

TEST(PairGaps, AScratchThatWasUsedBeforeAndACopyGiveTheSame) {
    std::mt19937 random(5);
    PairScratch used;
    for (int i = 0; i < 200; ++i) {
        const format::Grammar grammar = any_grammar(random, shapes[static_cast<std::size_t>(i) % std::size(shapes)]);
        Text text = any_text(random, grammar, random() % 300);
        make_gaps(random, text);
        const PairPacker packer(grammar);
        const PairPacker copy = packer;
        PairScratch fresh;
        parse_any(packer, text, used);
        parse_any(copy, text, fresh);
        ASSERT_EQ(used.symbols, fresh.symbols);
        ASSERT_EQ(used.extra, fresh.extra);
    }
}

}  // namespace mexbase::pair_gaps_test
