// SPDX-License-Identifier: MIT
#include "lib/rank/words.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <random>

#include "lib/error.hpp"
#include "tests/lib/games/colouring/partizan_colourings.hpp"
#include "tests/lib/games/small_graphs.hpp"
#include "tests/refusal.hpp"

namespace mexbase::words_test {

constexpr std::string_view letters = "-BW.";  // in the order of words

/// Returns true if a text is in a language, directly by its definition.
using Belongs = std::function<bool(const Board&, const std::string&)>;

bool every_edge(const Board& board, const std::string& text, const std::function<bool(char, char)>& good) {
    for (Vertex v = 0; v < text.size(); ++v)
        for (const Vertex w : board.successors(v))
            if (!good(text[v], text[w])) return false;
    return true;
}

bool has(const std::string& text, std::string_view any) {
    return text.find_first_of(any) != std::string::npos;
}

bool is_colour(char c) {
    return c == 'B' || c == 'W';
}

/// Returns the vertices joined to v through vertices allowed by `joins`.
std::vector<Vertex> joined(const Board& board, Vertex v, const std::function<bool(Vertex)>& joins) {
    std::vector<Vertex> found{v};
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const Vertex w : board.successors(found[i]))
            if (joins(w) && std::ranges::find(found, w) == found.end()) found.push_back(w);
    return found;
}

bool is_col(const Board& board, const std::string& text) {
    return !has(text, "-") && every_edge(board, text, [](char a, char b) { return a != b || !is_colour(a); });
}
bool is_snort(const Board& board, const std::string& text) {
    return !has(text, "-") &&
           every_edge(board, text, [](char a, char b) { return a == b || !is_colour(a) || !is_colour(b); });
}
bool is_nogo(const Board& board, const std::string& text) {
    if (has(text, "-")) return false;
    for (Vertex v = 0; v < text.size(); ++v) {
        if (text[v] == '.') continue;
        bool liberty = false;
        for (const Vertex u : joined(board, v, [&](Vertex w) { return text[w] == text[v]; }))
            for (const Vertex w : board.successors(u)) liberty = liberty || text[w] == '.';
        if (!liberty) return false;
    }
    return true;
}
/// Returns true if no open vertex can be coloured so that `rule` still holds.
bool is_finished(const Board& board, const std::string& text, const Belongs& rule) {
    if (!rule(board, text)) return false;
    for (std::size_t v = 0; v < text.size(); ++v) {
        for (const char colour : {'B', 'W'}) {
            std::string next = text;
            next[v] = colour;
            if (text[v] == '.' && rule(board, next)) return false;
        }
    }
    return true;
}
bool is_two_coloured(const Board& board, const std::string& text) {
    for (Vertex v = 0; v < text.size(); ++v) {
        if (text[v] == '-') continue;
        const auto component = joined(board, v, [&](Vertex w) { return text[w] != '-'; });
        if (std::ranges::all_of(component, [&](Vertex w) { return text[w] == text[v]; })) return false;
    }
    return true;
}

struct Named {
    std::string_view name;
    Language language;
    Belongs belongs;
};

std::vector<Named> all_languages() {
    const auto snort = proper_colourings(Forbidden::two_colours);
    return {
        {"col", proper_colourings(Forbidden::same_colour), is_col},
        {"snort", snort, is_snort},
        {"nogo", colourings_with_liberties(), is_nogo},
        {"col that is over", finished_colourings(Forbidden::same_colour),
         [](const Board& b, const std::string& t) { return is_finished(b, t, is_col); }},
        {"snort that is over", finished_colourings(Forbidden::two_colours),
         [](const Board& b, const std::string& t) { return is_finished(b, t, is_snort); }},
        {"cutthroat", two_coloured_components(false),
         [](const Board& b, const std::string& t) { return !has(t, ".") && is_two_coloured(b, t); }},
        {"green cutthroat", two_coloured_components(true), is_two_coloured},
        {"vertex sets", vertex_sets(), [](const Board&, const std::string& t) { return !has(t, "BW"); }},
        {"nogo after snort",
         second_phase(snort, finished_colourings(Forbidden::two_colours), colourings_with_liberties()),
         [](const Board& b, const std::string& t) {
             return is_finished(b, t, is_snort) || (is_nogo(b, t) && !is_snort(b, t));
         }},
    };
}

std::string exchanged(std::string text) {
    for (char& c : text) c = c == 'B' ? 'W' : c == 'W' ? 'B' : c;
    return text;
}

/// A walk over a range names the word of every rank.
void expect_walk(const Words& words, Index first, Index last) {
    Index next = first;
    words.for_each(first, last, [&](Index rank, const Colouring& word) {
        ASSERT_EQ(rank, next++);
        ASSERT_EQ(word, words.unrank(rank));
    });
    ASSERT_EQ(next, last);
}

/// Compares all 4^n texts, in the order of `words`, with the definition.
void expect_bijection(const Board& board, const Named& named) {
    const Neighbours neighbours(board);
    const Words words(neighbours, named.language, Symmetry::none, "the board");
    const Words halved(neighbours, named.language, Symmetry::colours, "the board");
    const std::size_t n = board.vertex_count();
    Index next = 0, next_half = 0;
    std::string text(n, letters[0]);
    for (std::uint64_t number = 0; number < std::uint64_t{1} << (2 * n); ++number) {
        for (std::size_t k = 0; k < n; ++k) text[words.order()[k]] = letters[number >> (2 * (n - 1 - k)) & 3];
        const Colouring p = test::colouring_of(text);
        if (!named.belongs(board, text)) {
            ASSERT_EQ(words.rank(p), no_index) << named.name << ' ' << text;
            ASSERT_EQ(halved.rank(p), no_index) << named.name << ' ' << text;
            continue;
        }
        ASSERT_EQ(words.rank(p), next) << named.name << ' ' << text;
        ASSERT_EQ(words.unrank(next), p) << named.name << ' ' << text;
        ++next;
        const Index half = halved.rank(p);
        ASSERT_EQ(half, halved.rank(test::colouring_of(exchanged(text)))) << named.name << ' ' << text;
        // Of two words that differ by an exchange, the smaller comes first and has the number.
        ASSERT_LE(half, next_half) << named.name << ' ' << text;
        if (half == next_half) {
            ASSERT_EQ(halved.unrank(half), p) << named.name << ' ' << text;
            ++next_half;
        }
    }
    EXPECT_EQ(words.size(), next) << named.name;
    EXPECT_EQ(halved.size(), next_half) << named.name;
    for (const Words* each : {&words, &halved}) {
        expect_walk(*each, 0, each->size());
        expect_walk(*each, each->size() / 3, each->size() / 2);
    }
}

TEST(Words, NumberAllWordsOfEveryConnectedGraphUpToFiveVertices) {
    for (const Board& board : small::connected_graphs_up_to(5))
        for (const Named& named : all_languages()) expect_bijection(board, named);
}

TEST(Words, NumberAllWordsOfGraphsOfSixToEightVertices) {
    std::mt19937_64 random(11);
    std::vector<Board> boards{small::path(8), small::cycle(7), small::grid(2, 4), small::complete(6)};
    for (unsigned n = 6; n <= 7; ++n)
        for (int i = 0; i < 3; ++i) boards.push_back(small::random_connected(n, random));
    // Two components, and an isolated vertex.
    boards.push_back(small::board_of(7, {{0, 3}, {3, 5}, {1, 4}, {4, 6}}));
    for (const Board& board : boards)
        for (const Named& named : all_languages()) expect_bijection(board, named);
}

TEST(Words, OfLargeBoardsComeBackFromTheirRanks) {
    std::mt19937_64 random(13);
    const auto named = all_languages();
    for (const Board& board : {small::grid(3, 9), small::grid(5, 5), small::path(22), small::cycle(20)}) {
        for (const std::size_t which : {0U, 1U, 2U, 5U, 8U}) {
            // Too many words to number, or wide frontiers of three automata.
            if (board.vertex_count() > 22 && which > 1) continue;
            const Language& language = named[which].language;
            for (const auto exchange : {Symmetry::none, Symmetry::colours}) {
                const Words words(Neighbours(board), language, exchange, "the board");
                const Index start = random() % words.size();
                expect_walk(words, start, std::min(start + 10'000, words.size()));
                for (int i = 0; i < 40'000; ++i) {
                    const Index rank = random() % words.size();
                    const Colouring p = words.unrank(rank);
                    ASSERT_EQ(words.rank(p), rank);
                    ASSERT_EQ(words.rank(p.swapped()) == rank, exchange == Symmetry::colours || p.coloured() == 0);
                }
            }
        }
    }
}

TEST(Words, AreAsManyAsCountedElsewhere) {
    // Words of Snort and of Col on a path are the Pell-Lucas numbers halved, a(n) = 2 a(n-1) + a(n-2) (OEIS A001333).
    Index before = 1, now = 3;
    for (unsigned n = 1; n <= 30; ++n) {
        for (const Forbidden f : {Forbidden::same_colour, Forbidden::two_colours})
            EXPECT_EQ(Words(Neighbours(small::path(n)), proper_colourings(f), Symmetry::none, "path").size(), now);
        const Index next = 2 * now + before;
        before = now, now = next;
    }
    const auto count = [](const Board& board, const Language& language) {
        return Words(Neighbours(board), language, Symmetry::none, "the board").size();
    };
    // On bipartite boards Col and Snort differ by an exchange of the colours on one side.
    for (const auto& [rows, columns] : {std::pair{3u, 7u}, {4u, 6u}, {5u, 5u}, {3u, 9u}})
        EXPECT_EQ(count(small::grid(rows, columns), proper_colourings(Forbidden::same_colour)),
                  count(small::grid(rows, columns), proper_colourings(Forbidden::two_colours)));
    // A square of n x n in Go: legal positions without captures (Tromp and Farnebäck, 2007; OEIS A094777).
    EXPECT_EQ(count(small::grid(1, 1), colourings_with_liberties()), 1);
    EXPECT_EQ(count(small::grid(2, 2), colourings_with_liberties()), 57);
    EXPECT_EQ(count(small::grid(3, 3), colourings_with_liberties()), 12'675);
    EXPECT_EQ(count(small::grid(4, 4), colourings_with_liberties()), 24'318'165);
    EXPECT_EQ(count(small::grid(5, 5), colourings_with_liberties()), 414'295'148'741);
}

TEST(Words, ThatAreTooManyAreRefusedInOneLine) {
    const auto make = [] {
        Words(Neighbours(small::path(60)), colourings_with_liberties(), Symmetry::none, "board=path-60");
    };
    EXPECT_EQ(test::refusal_of(make, ErrorCode::bad_spec),
              "board=path-60 is too large: it has more than 2^63 positions");
}

TEST(ScanOrder, ReadsAGridAlongItsShortSide) {
    const Neighbours wide(small::grid(3, 9));
    std::size_t widest = 0;
    for (const ScanStep& step : scan_steps(wide, scan_order(wide))) widest = std::max(widest, step.kept.size());
    EXPECT_EQ(widest, 3);
    // A narrow board keeps its order.
    std::vector<unsigned> natural(15);
    std::iota(natural.begin(), natural.end(), 0U);
    EXPECT_EQ(scan_order(Neighbours(small::grid(5, 3))), natural);
    EXPECT_EQ(scan_order(Neighbours(small::path(15))), natural);
}

}  // namespace mexbase::words_test
