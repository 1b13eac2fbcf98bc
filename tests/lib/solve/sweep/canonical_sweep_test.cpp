// Canonical forms by sweep, against values found from the texts of positions alone.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "../../games/as_game.hpp"
#include "lib/board/families.hpp"
#include "lib/error.hpp"
#include "lib/games/colouring/deletion_games.hpp"
#include "lib/games/colouring/placement_games.hpp"
#include "lib/games/grids/domineering.hpp"
#include "lib/games/grids/toppling_dominoes.hpp"
#include "lib/solve/colouring/board_sweep.hpp"
#include "lib/value/partizan/notation/text.hpp"

namespace mexbase::test {
namespace canonical_sweep_test {

using Texts = std::vector<std::string>;
/// The options of the player who owns `own`, `B` or `W`, by text.
using SlowMoves = std::function<Texts(const std::string&, char own)>;

/// Values by recursion over texts.
class SlowValues {
  public:
    SlowValues(GameArena& arena, SlowMoves moves) : arena_(arena), moves_(std::move(moves)) {}
    PartizanId of(const std::string& text) {
        if (const auto known = values_.find(text); known != values_.end()) return known->second;
        std::vector<PartizanId> left, right;
        for (const std::string& to : moves_(text, 'B')) left.push_back(of(to));
        for (const std::string& to : moves_(text, 'W')) right.push_back(of(to));
        return values_[text] = arena_.make(left, right);
    }

  private:
    GameArena& arena_;
    SlowMoves moves_;
    std::map<std::string, PartizanId> values_;
};

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

ColouringBoard board_of(std::size_t vertices, const Edges& edges) {
    std::vector<std::string> names;
    for (std::size_t v = 0; v < vertices; ++v) names.push_back(std::to_string(v + 1));
    std::vector<Board::Arc> arcs;
    for (const auto& [a, b] : edges) {
        arcs.emplace_back(static_cast<Vertex>(a), static_cast<Vertex>(b));
        arcs.emplace_back(static_cast<Vertex>(b), static_cast<Vertex>(a));
    }
    return {std::make_shared<const Board>(false, names, arcs), "a board"};
}

Edges grid_edges(std::size_t rows, std::size_t columns) {
    Edges edges;
    for (std::size_t v = 0; v < rows * columns; ++v) {
        if (v % columns + 1 < columns) edges.emplace_back(v, v + 1);
        if (v + columns < rows * columns) edges.emplace_back(v, v + columns);
    }
    return edges;
}

/// The graph whose edges are the ones of `mask`, among the pairs in order.
Edges edges_of(std::size_t vertices, unsigned mask) {
    Edges edges;
    for (std::size_t a = 0; a < vertices; ++a)
        for (std::size_t b = a + 1; b < vertices; ++b, mask >>= 1)
            if ((mask & 1) != 0) edges.emplace_back(a, b);
    return edges;
}

/// The vertices that can be reached from v over letters for which `may_pass`.
std::string reached(const Edges& edges, const std::string& text, std::size_t v,
                    const std::function<bool(char)>& may_pass) {
    std::string mark(text.size(), ' ');
    mark[v] = 'x';
    for (bool grown = true; grown;) {
        grown = false;
        for (const auto& [a, b] : edges)
            if (may_pass(text[a]) && may_pass(text[b]) && mark[a] != mark[b]) mark[a] = mark[b] = 'x', grown = true;
    }
    return mark;
}

SlowMoves cutthroat(const Edges& edges) {
    return [edges](const std::string& text, char own) {
        Texts options;
        for (std::size_t v = 0; v < text.size(); ++v) {
            if (text[v] != own && text[v] != 'G') continue;
            std::string to = text;
            to[v] = '-';
            const std::string after = to;
            for (std::size_t w = 0; w < to.size(); ++w) {
                if (after[w] == '-') continue;
                const std::string component = reached(edges, after, w, [](char c) { return c != '-'; });
                bool one_coloured = true;
                for (std::size_t u = 0; u < to.size(); ++u)
                    one_coloured = one_coloured && (component[u] == ' ' || after[u] == after[w]);
                if (one_coloured) to[w] = '-';
            }
            options.push_back(to);
        }
        return options;
    };
}

/// A placement game in which `allowed` says whether a text may stand after v was coloured.
SlowMoves placement(std::function<bool(const std::string&, std::size_t v)> allowed) {
    return [allowed = std::move(allowed)](const std::string& text, char own) {
        Texts options;
        for (std::size_t v = 0; v < text.size(); ++v) {
            if (text[v] != '.') continue;
            std::string to = text;
            to[v] = own;
            if (allowed(to, v)) options.push_back(to);
        }
        return options;
    };
}

SlowMoves col_or_snort(const Edges& edges, bool col) {
    return placement([edges, col](const std::string& text, std::size_t v) {
        for (const auto& [a, b] : edges) {
            if (a != v && b != v) continue;
            const char neighbour = text[a == v ? b : a];
            if (neighbour != '.' && (neighbour == text[v]) == col) return false;
        }
        return true;
    });
}

SlowMoves nogo(const Edges& edges) {
    return placement([edges](const std::string& text, std::size_t) {
        for (std::size_t v = 0; v < text.size(); ++v) {
            if (text[v] == '.') continue;
            const std::string group = reached(edges, text, v, [&](char c) { return c == text[v]; });
            bool free = false;
            for (const auto& [a, b] : edges)
                free = free || (group[a] == 'x' && text[b] == '.') || (group[b] == 'x' && text[a] == '.');
            if (!free) return false;
        }
        return true;
    });
}

SlowMoves domineering(std::size_t rows, std::size_t columns) {
    return [=](const std::string& text, char own) {
        Texts options;
        for (std::size_t v = 0; v < text.size(); ++v) {
            const bool fits = own == 'B' ? v / columns + 1 < rows : v % columns + 1 < columns;
            const std::size_t second = own == 'B' ? v + columns : v + 1;
            if (!fits || text[v] != '.' || text[second] != '.') continue;
            options.push_back(text);
            options.back()[v] = options.back()[second] = '#';
        }
        return options;
    };
}

Texts toppled(const std::string& text, char own) {
    Texts options;
    for (std::size_t v = 0; v < text.size(); ++v)
        if (text[v] == own || text[v] == 'G') options.insert(options.end(), {text.substr(0, v), text.substr(v + 1)});
    return options;
}

/// The text without the slashes between rows; nothing for no dominoes.
std::string plain(const std::string& text) {
    std::string letters;
    for (const char c : text)
        if (c != '/' && c != '0') letters += c;
    return letters;
}

/// All values are those of `moves`, and the sweep over words, where there is one, finds the same.
template <class R>
void expect_values(const R& rules, SlowMoves moves) {
    GameArena arena;
    const std::vector<PartizanId> values = sweep_canonical(as_game(rules), arena);
    if constexpr (has<R>.word_game) {
        ASSERT_TRUE(has_canonical_board_sweep(rules.word_game()));
        EXPECT_EQ(sweep_canonical_board(rules.word_game(), arena), values);
    }
    SlowValues slow(arena, std::move(moves));
    ASSERT_EQ(values.size(), rules.size());
    for (Index i = 0; i < rules.size(); ++i) {
        if (!rules.legal(i)) {
            EXPECT_EQ(values[i], CanonicalCells::none);
            continue;
        }
        const std::string text = rules.format(rules.unrank(i));
        ASSERT_EQ(to_text(arena, values[i]), to_text(arena, slow.of(plain(text)))) << text;
    }
}

TEST(CanonicalSweep, FindsCutthroatOnAllBoardsOfUpToFourVertices) {
    for (std::size_t n = 1; n <= 4; ++n)
        for (unsigned mask = 0; mask < 1U << n * (n - 1) / 2; ++mask) {
            const Edges edges = edges_of(n, mask);
            expect_values(Cutthroat(board_of(n, edges), Symmetry::none, n < 4 || mask % 5 == 0, PlayForm::partizan),
                          cutthroat(edges));
        }
}

TEST(CanonicalSweep, FindsCutthroatOnBoardsOfFiveVertices) {
    for (unsigned mask = 0; mask < 1U << 10; mask += 37) {
        const Edges edges = edges_of(5, mask);
        expect_values(Cutthroat(board_of(5, edges), Symmetry::none, mask % 2 == 0, PlayForm::partizan),
                      cutthroat(edges));
    }
}

TEST(CanonicalSweep, FindsPlacementGamesOnSmallBoards) {
    const auto expect_all = [](std::size_t vertices, const Edges& edges) {
        const ColouringBoard board = board_of(vertices, edges);
        expect_values(Col(board, Symmetry::none, PlayForm::partizan), col_or_snort(edges, true));
        expect_values(Snort(board, Symmetry::none, PlayForm::partizan), col_or_snort(edges, false));
        expect_values(NoGo(board, Symmetry::none, PlayForm::partizan), nogo(edges));
    };
    for (std::size_t n = 1; n <= 4; ++n)
        for (unsigned mask = 0; mask < 1U << n * (n - 1) / 2; mask += n < 4 ? 1 : 3) expect_all(n, edges_of(n, mask));
    for (unsigned mask = 5; mask < 1U << 10; mask += 101) expect_all(5, edges_of(5, mask));
    expect_all(6, grid_edges(2, 3));
}

TEST(CanonicalSweep, FindsDomineering) {
    for (const auto& [rows, columns] : {std::pair<unsigned, unsigned>{2, 3}, {3, 3}, {1, 6}, {4, 2}}) {
        const std::string name = "grid-" + std::to_string(rows) + "x" + std::to_string(columns);
        expect_values(Domineering({std::make_shared<const Board>(family_board(name)), name, columns}, {rows, columns}),
                      domineering(rows, columns));
    }
}

TEST(CanonicalSweep, FindsTopplingDominoes) {
    expect_values(TopplingDominoes(6), toppled);
}

// Worked out by hand: a row of n black dominoes is n, and {1, 0, * | 1, 0} for a green one before a black one is {1|0}.
TEST(CanonicalSweep, FindsWhatWasWorkedOutByHand) {
    const TopplingDominoes rules(3);
    GameArena arena;
    const std::vector<PartizanId> values = sweep_canonical(as_game(rules), arena);
    const auto text = [&](const char* row) { return to_text(arena, values[rules.rank(rules.parse(row))]); };
    EXPECT_EQ(text("0"), "0");
    EXPECT_EQ(text("BBB"), "3");
    EXPECT_EQ(text("WW"), "-2");
    EXPECT_EQ(text("G"), "*");
    EXPECT_EQ(text("BW"), "*");
    EXPECT_EQ(text("GB"), "{1|0}");
}

TEST(CanonicalSweep, TellsWhatItHasDone) {
    const TopplingDominoes rules(8);
    GameArena arena;
    CanonicalSweepOptions options;
    Index last = 0, calls = 0;
    options.progress = [&](Index done, Index total) {
        EXPECT_EQ(total, rules.size());
        EXPECT_GE(done, last);
        last = done;
        ++calls;
    };
    sweep_canonical(as_game(rules), arena, options);
    EXPECT_EQ(last, rules.size());
    EXPECT_GT(calls, 2U);
}

TEST(CanonicalSweep, KeepsToItsMemory) {
    const TopplingDominoes rules(9);
    const auto refusal = [&](std::uint64_t memory) -> std::string {
        GameArena arena;
        CanonicalSweepOptions options;
        options.memory = memory;
        try {
            sweep_canonical(as_game(rules), arena, options);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
            return error.what();
        }
        return "none";
    };
    EXPECT_NE(refusal(4 * rules.size() - 1).find("four bytes each"), std::string::npos);
    EXPECT_NE(refusal(4 * rules.size() + 1000).find("distinct games"), std::string::npos);
    EXPECT_EQ(refusal(std::uint64_t{1} << 30), "none");
}

}  // namespace canonical_sweep_test
}  // namespace mexbase::test
