#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lib/error.hpp"
#include "lib/solve/search/component_search.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "tests/lib/games/small_graphs.hpp"

namespace mexbase {
namespace component_games_test {

constexpr std::array games{ColouringGame::col, ColouringGame::snort, ColouringGame::nogo, ColouringGame::cutthroat};

const char* name_of(ColouringGame game) {
    return game == ColouringGame::col     ? "col"
           : game == ColouringGame::snort ? "snort"
           : game == ColouringGame::nogo  ? "nogo"
                                          : "cutthroat";
}

std::string picture(const Board& board) {
    std::string text;
    for (Vertex v = 0; v < board.vertex_count(); ++v)
        for (const Vertex w : board.successors(v))
            if (v < w) text += ' ' + board.name(v) + '-' + board.name(w);
    return text;
}

Colouring colouring_of(const std::string& text) {
    Colouring c;
    for (unsigned v = 0; v < text.size(); ++v) {
        if (text[v] == 'B') c.black |= just(v);
        if (text[v] == 'W') c.white |= just(v);
        if (text[v] == '.') c.open |= just(v);
    }
    return c;
}

/// The games straight from their rules: on texts, whole boards, and with no sums.
class Whole {
  public:
    Whole(ColouringGame game, const Board& board, GameArena& arena) : game_(game), board_(board), arena_(arena) {}

    PartizanId operator()(const std::string& start) {
        const std::string p = settled(start);
        if (const auto known = known_.find(p); known != known_.end()) return known->second;
        std::vector<PartizanId> left, right;
        for (std::size_t v = 0; v < p.size(); ++v)
            for (const char colour : {'B', 'W'}) {
                std::string next = p;
                if (game_ == ColouringGame::cutthroat) {
                    if (p[v] != colour && p[v] != '.') continue;
                    next[v] = '-';
                } else {
                    next[v] = colour;
                    if (p[v] != '.' || !allowed(next, v)) continue;
                }
                const PartizanId option = (*this)(next);
                (colour == 'B' ? left : right).push_back(option);
            }
        return known_[p] = arena_.make(left, right);
    }

  private:
    /// The vertices that are joined to v by vertices of the letters `through`.
    std::set<std::size_t> group(const std::string& p, std::size_t v, std::string_view through) const {
        std::set<std::size_t> found{v};
        std::vector<std::size_t> waiting{v};
        while (!waiting.empty()) {
            const std::size_t u = waiting.back();
            waiting.pop_back();
            for (const Vertex w : board_.successors(static_cast<Vertex>(u)))
                if (through.find(p[w]) != std::string_view::npos && found.insert(w).second) waiting.push_back(w);
        }
        return found;
    }

    std::string settled(const std::string& p) const {
        if (game_ != ColouringGame::cutthroat) return p;
        std::string rest = p;
        for (std::size_t v = 0; v < p.size(); ++v) {
            if (p[v] == '-') continue;
            std::set<char> colours;
            for (const std::size_t u : group(p, v, "BW.")) colours.insert(p[u]);
            if (colours.size() == 1) rest[v] = '-';
        }
        return rest;
    }

    bool allowed(const std::string& next, std::size_t placed) const {
        if (game_ == ColouringGame::nogo) {
            for (std::size_t v = 0; v < next.size(); ++v) {
                if (next[v] == '.') continue;
                bool liberty = false;
                for (const std::size_t u : group(next, v, std::string_view(&next[v], 1)))
                    for (const Vertex w : board_.successors(static_cast<Vertex>(u))) liberty |= next[w] == '.';
                if (!liberty) return false;
            }
            return true;
        }
        for (const Vertex w : board_.successors(static_cast<Vertex>(placed))) {
            const bool same = next[w] == next[placed];
            if (next[w] != '.' && same == (game_ == ColouringGame::col)) return false;
        }
        return true;
    }

    ColouringGame game_;
    const Board& board_;
    GameArena& arena_;
    std::map<std::string, PartizanId> known_;
};

std::vector<std::string> texts_of(std::string_view letters, std::size_t n) {
    std::vector<std::string> texts{""};
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<std::string> longer;
        for (const std::string& text : texts)
            for (const char c : letters) longer.push_back(text + c);
        texts = std::move(longer);
    }
    return texts;
}

void expect_agreement(ColouringGame game, const Board& board, const std::vector<std::string>& texts) {
    GameArena arena;
    Whole slow(game, board, arena);
    ComponentGames fast(game, Neighbours(board), arena);
    for (const std::string& text : texts)
        ASSERT_EQ(fast.value(colouring_of(text)), slow(text)) << name_of(game) << picture(board) << ": " << text;
}

TEST(ComponentGames, AreTheValuesOfWholeBoards) {
    for (const ColouringGame game : games)
        for (const Board& board : small::connected_graphs_up_to(5)) {
            const bool removes = game == ColouringGame::cutthroat;
            expect_agreement(game, board,
                             texts_of(removes && board.vertex_count() < 5 ? ".BW-" : ".BW", board.vertex_count()));
        }
}

TEST(ComponentGames, AreTheValuesOfLargerBoards) {
    std::mt19937_64 random(23);
    for (const ColouringGame game : games)
        for (int i = 0; i < 6; ++i) {
            const unsigned n = game == ColouringGame::cutthroat ? 9 : 7;
            const Board board = small::random_connected(n, random);
            std::vector<std::string> texts;
            for (int j = 0; j < 8; ++j) {
                std::string text(n, '.');
                for (char& c : text) c = "BW.BW.BW"[random() % (game == ColouringGame::cutthroat ? 8 : 3)];
                texts.push_back(text);
            }
            expect_agreement(game, board, texts);
        }
}

TEST(ComponentGames, OfBoardsInPiecesAreSums) {
    GameArena arena;
    const Board two = small::board_of(7, {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {5, 6}, {6, 3}});
    for (const ColouringGame game : games) {
        Whole slow(game, two, arena);
        ComponentGames fast(game, Neighbours(two), arena);
        for (const char* text : {".......", ".B..W..", "B.W....", "BWBBWWB", "BW..BW.", "WBBWB.W"}) {
            if (game != ColouringGame::cutthroat && std::string_view(text).find("BWB") == 0) continue;
            EXPECT_EQ(fast.value(colouring_of(text)), slow(text)) << name_of(game) << ' ' << text;
        }
    }
}

// Berlekamp, Conway and Guy, "Winning Ways", chapter 2 (Col and Snort on paths); Col's values are numbers, or numbers
// and a star (Conway 1976, chapter 8).
TEST(ComponentGames, AreThePublishedOnes) {
    GameArena arena;
    const auto empty_path = [&](ColouringGame game, unsigned n) {
        return to_text(arena, ComponentGames(game, Neighbours(small::path(n)), arena).value({0, 0, just(n) - 1}));
    };
    EXPECT_EQ(empty_path(ColouringGame::col, 1), "*");
    EXPECT_EQ(empty_path(ColouringGame::col, 2), "0");
    EXPECT_EQ(empty_path(ColouringGame::snort, 1), "*");
    EXPECT_EQ(empty_path(ColouringGame::snort, 2), "+-1");
    EXPECT_EQ(empty_path(ColouringGame::snort, 3), "+-2");
    for (const Board& board : small::connected_graphs_up_to(5)) {
        ComponentGames col(ColouringGame::col, Neighbours(board), arena);
        for (const std::string& text : texts_of(".B", board.vertex_count())) {
            const auto value = arena.uptimal_of(col.value(colouring_of(text)));
            ASSERT_TRUE(value) << text;
            EXPECT_TRUE(value->ups == 0 && value->nimber <= 1);
        }
    }
}

TEST(ComponentGames, ReachBoardsOf64Vertices) {
    GameArena arena;
    const Board board = small::path(64);
    ComponentGames cutthroat(ColouringGame::cutthroat, Neighbours(board), arena);
    EXPECT_EQ(to_text(arena, cutthroat.value({0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0})), "+-{0,^*}");
    ComponentGames col(ColouringGame::col, Neighbours(board), arena);
    EXPECT_EQ(to_text(arena, col.value({0, 0, ~VertexSet{0}})), "0");  // the second player mirrors
}

TEST(ComponentGames, HaveALimitOfMemory) {
    GameArena arena;
    const Board board = small::grid(4, 4);
    ComponentGames snort(ColouringGame::snort, Neighbours(board), arena, std::size_t{1} << 20);
    try {
        snort.value({0, 0, just(16) - 1});
        FAIL() << "it took no more than a MiB";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
    }
    EXPECT_LT(snort.bytes() + arena.bytes(), std::size_t{4} << 20);
    // What the arena holds stays right.
    GameArena fresh;
    const Colouring corner{0, 0, 0x77};
    const std::string expected =
        to_text(fresh, ComponentGames(ColouringGame::snort, Neighbours(board), fresh).value(corner));
    EXPECT_EQ(to_text(arena, ComponentGames(ColouringGame::snort, Neighbours(board), arena).value(corner)), expected);
}

TEST(ComponentGames, AreOfPartizanGamesOnly) {
    GameArena arena;
    for (const ColouringGame game : {ColouringGame::node_kayles, ColouringGame::go_cut, ColouringGame::sno_go})
        EXPECT_THROW(ComponentGames(game, Neighbours(small::path(3)), arena), Error);
}

}  // namespace component_games_test
}  // namespace mexbase
