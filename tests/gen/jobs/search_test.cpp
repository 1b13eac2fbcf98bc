// SPDX-License-Identifier: MIT
// Values by search compared with tables, for every family and position.
#include <gtest/gtest.h>

#include <bit>
#include <optional>
#include <random>
#include <unordered_map>
#include <variant>

#include "gen/make/make_table.hpp"
#include "lib/solve/search/position_search.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "stock_specs.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::search_test {

using namespace test;

bool is_searched(ValueKind kind) {
    return kind == ValueKind::nimber || kind == ValueKind::obliged || kind == ValueKind::canonical;
}

/// Compares a value of a table with that of a search.
void expect_equal(const Value& found, const Value& stored, const std::string& what) {
    ASSERT_EQ(found.kind, stored.kind) << what;
    EXPECT_EQ(to_string(found), to_string(stored)) << what;
    if (found.kind == ValueKind::canonical) {
        EXPECT_EQ(found.canonical.fingerprint(), stored.canonical.fingerprint()) << what;
    }
}

/// Returns the value of a sum, or the error that says why it has none.
std::variant<Value, Error> found_by(const ValueSearch& search, std::span<const Index> sum) {
    try {
        return search(sum);
    } catch (const Error& e) {
        return e;
    }
}

/// Compares the search for every position alone with the table, and with `all`, a search that has searched them all.
/// Returns true if some position has a value, and none if its play need not end, or may leave the bound.
bool is_found_where_play_ends(const Game& game, const std::string& spec, const ValueSearch& all) {
    std::optional<Table> table;
    if (!game.traits().bounded) table = make_table(spec, job_of(ValueKind::nimber));
    std::size_t refused = 0, answered = 0;
    for (Index i = 0; i < game.queryable_size(); ++i) {
        if (!game.legal(i)) continue;
        const auto alone = found_by(search_values(game, ValueKind::nimber, 0), {&i, 1}), again = found_by(all, {&i, 1});
        EXPECT_EQ(again.index(), alone.index()) << spec << " " << game.format(i);
        if (const auto* const value = std::get_if<Value>(&alone)) {
            ++answered;
            if (again.index() != alone.index()) continue;
            if (table) expect_equal(*value, table->at(i).value(), spec + " " + game.format(i));
            expect_equal(std::get<Value>(again), *value, spec + " " + game.format(i));
        } else {
            ++refused;
            const Error& e = std::get<Error>(alone);
            EXPECT_EQ(e.code(), ErrorCode::not_applicable) << e.what();
            const std::string why = e.what();
            EXPECT_TRUE(why.find("loopy") != std::string::npos || (!table && why.find("bound") != std::string::npos))
                << why;
        }
    }
    return answered > 0 && refused > 0;
}

TEST(Search, AgreesWithTheTablesOfEveryFamily) {
    int partly = 0;
    for (const std::string& spec : stock_specs()) {
        const auto game = make_game_from_files(stock_registry(), spec);
        std::vector<Index> positions;
        for (Index i = 0; i < game->queryable_size(); ++i)
            if (game->legal(i)) positions.push_back(i);
        for (const ValueKind kind : game->facts().kinds) {
            if (!is_searched(kind) || is_partizan(kind) != game->partizan()) continue;
            const ValueSearch search = search_values(*game, kind, 0);
            const auto refused = std::ranges::count_if(positions, [&](Index i) {
                return std::holds_alternative<Error>(found_by(search, {&i, 1}));
            });
            if (refused != 0) {
                if (kind != ValueKind::nimber) continue;
                EXPECT_TRUE(is_found_where_play_ends(*game, spec, search)) << spec;
                ++partly;
                continue;
            }
            const Table table = make_table(spec, job_of(kind));
            for (const Index i : positions)
                expect_equal(search({&i, 1}), table.at(i).value(), spec + " " + game->format(i));
            // A search that begins with the last position has nothing cached.
            const ValueSearch last = search_values(*game, kind, 0);
            expect_equal(last({&positions.back(), 1}), table.at(positions.back()).value(), spec);
        }
    }
    EXPECT_GE(partly, 6);
}

TEST(Search, FindsSumsOfPositions) {
    for (const std::string spec : {"octal:code=0.31,max=6", "octal:code=0.77,max=6", "grundy:max=6"})
        for (const ValueKind kind : {ValueKind::nimber, ValueKind::obliged}) {
            const Table table = make_table(spec, job_of(kind));
            const Game& game = table.game().value();
            const ValueSearch search = search_values(game, kind, 0);
            for (Index a = 0; a <= 6; ++a)
                for (Index b = 0; b <= 6; ++b) {
                    const std::vector<Index> sum{a, b};
                    expect_equal(search(sum), table.at_sum(sum).value(), spec + " " + game.format_sum(sum));
                }
        }
}

TEST(Search, KindsThatAGameHasNotAreRefused) {
    const auto refuses = [](const std::string& spec, ValueKind kind, const std::string& says) {
        const auto game = make_game_from_files(stock_registry(), spec);
        const std::string what = refusal_of([&] { search_values(*game, kind, 0); }, ErrorCode::not_applicable);
        EXPECT_NE(what.find(says), std::string::npos) << what;
    };
    refuses("domineering:board=grid-2x2", ValueKind::nimber, "players' moves differ");
    refuses("domineering:board=grid-2x2", ValueKind::partizan_outcome, "make a table");
    refuses("nim:piles=1,max=3", ValueKind::canonical, "same moves");
    refuses("nim:piles=1,max=3", ValueKind::outcome, "make a table");
    refuses("treblecross:max=5", ValueKind::obliged, "it has nimber");
}

TEST(Search, ItsMemoryIsBounded) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const auto game = make_game_from_files(stock_registry(), "subtraction:set=1-3-4,max=3000000");
    const Index one = 3'000'000;
    for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{1} << 20, std::uint64_t{64} << 20})
        EXPECT_EQ(error_code_of([&] {
                      search_values(*game, ValueKind::nimber, memory)({&one, 1});
                  }),
                  ErrorCode::out_of_memory);
    // 0, *, 0, *, *2, *3, *2 and so on with period 7.
    const Value found = search_values(*game, ValueKind::nimber, std::uint64_t{512} << 20)({&one, 1});
    const std::uint64_t period[] = {0, 1, 0, 1, 2, 3, 2};
    EXPECT_EQ(found.nimber.nimber, period[3'000'000 % 7]);
}

/// Makes a game of any size.
std::unique_ptr<Game> any_game(const std::string& spec) {
    return make_game_from_files(stock_registry(), spec, {}, 0, Distance::end, nullptr, no_index);
}

std::string found_by_search(const Game& game, ValueKind kind, const std::string& position) {
    const Index one = game.parse(position);
    const ValueSearch search = search_values(game, kind, 0);
    return to_string(search({&one, 1}));
}

TEST(Search, DominoesPastTheLimitOfTables) {
    EXPECT_EQ(
        refusal_of([] { make_game_from_files(stock_registry(), "toppling-dominoes:max=25"); }, ErrorCode::bad_spec),
        "toppling-dominoes:max=25 is too large: it has more than 2^40 positions");
    const auto large = any_game("toppling-dominoes:max=40");
    const auto search = [&](const std::string& row) { return found_by_search(*large, ValueKind::canonical, row); };
    // A row of n black dominoes is n, and one of n green dominoes is *n (Toppling Conjectures, section 2).
    EXPECT_EQ(search(std::string(40, 'B')), "40");
    EXPECT_EQ(search(std::string(39, 'W')), "-39");
    EXPECT_EQ(search(std::string(37, 'G')), "*37");
    const Table table = make_table("toppling-dominoes:max=5", job_of(ValueKind::canonical));
    for (Index i = 0; i < table.info().indices; ++i)
        EXPECT_EQ(search(table.text_of(i).value()), to_string(table.at(i).value()));
    const std::string last(40, 'G');
    EXPECT_EQ(large->format(large->parse(last)), last);
    EXPECT_EQ(large->parse(last), large->size() - 1);
}

TEST(Search, GridsPastTheLimitOfTables) {
    EXPECT_EQ(
        refusal_of([] { make_game_from_files(stock_registry(), "domineering:board=grid-6x7"); }, ErrorCode::bad_spec),
        "board=grid-6x7 is too large: it has more than 2^40 positions");
    const auto large = any_game("domineering:board=grid-7x9");
    const Table table = make_table("domineering:board=grid-3x3", job_of(ValueKind::canonical));
    std::mt19937 random(6);
    for (int k = 0; k < 60; ++k) {
        // Two small positions in opposite corners of the board.
        const Index a = random() % 512, b = random() % 512;
        const std::string first = table.text_of(a).value(), last = table.text_of(b).value();
        std::string text;
        for (int row = 0; row < 7; ++row) {
            if (row != 0) text += '/';
            text += row < 3 ? first.substr(static_cast<std::size_t>(4 * row), 3) : "###";
            text += "###";
            text += row > 3 ? last.substr(static_cast<std::size_t>(4 * (row - 4)), 3) : "###";
        }
        GameArena arena;
        const auto value = [&](Index i) { return parse_game(arena, to_string(table.at(i).value())); };
        EXPECT_EQ(parse_game(arena, found_by_search(*large, ValueKind::canonical, text)), arena.sum(value(a), value(b)))
            << text;
    }
}

/// Nimbers of Node-Kayles on sets of cells of a grid with two rows of 21, by the rules.
class PlayedKayles {
  public:
    static constexpr unsigned columns = 21;
    unsigned nimber(std::uint64_t cells) {
        if (cells == 0) return 0;
        const std::uint64_t first = component(cells & (~cells + 1), cells);
        const unsigned rest = nimber(cells & ~first);
        const auto known = known_.find(first);
        if (known != known_.end()) return known->second ^ rest;
        std::uint64_t seen = 0;
        for (std::uint64_t left = first; left != 0; left &= left - 1)
            seen |= std::uint64_t{1} << nimber(first & ~around(left & (~left + 1)));
        return (known_[first] = static_cast<unsigned>(std::countr_one(seen))) ^ rest;
    }

  private:
    /// Returns the cells and their neighbours.
    static std::uint64_t around(std::uint64_t cells) {
        const std::uint64_t row = (std::uint64_t{1} << columns) - 1, starts = 1 | std::uint64_t{1} << columns;
        return cells | (cells & row) << columns | cells >> columns | (cells << 1 & ~starts) | (cells & ~starts) >> 1;
    }
    static std::uint64_t component(std::uint64_t found, std::uint64_t cells) {
        for (std::uint64_t before = 0; before != found;) {
            before = found;
            found = around(found) & cells;
        }
        return found;
    }
    std::unordered_map<std::uint64_t, unsigned> known_;
};

TEST(Search, GraphsPastTheLimitOfTables) {
    const auto large = any_game("node-kayles:board=grid-2x21");
    EXPECT_GT(large->size(), Index{1} << 40);
    const auto text = [](std::uint64_t cells) {
        std::string letters;
        for (unsigned cell = 0; cell < 42; ++cell) {
            if (cell == 21) letters += '/';
            letters += (cells >> cell & 1) != 0 ? '.' : '-';
        }
        return letters;
    };
    PlayedKayles played;
    std::mt19937_64 random(7);
    for (int k = 0; k < 40; ++k) {
        std::uint64_t cells = (std::uint64_t{1} << 42) - 1;
        for (int removed = 0; removed < k / 2; ++removed) cells &= ~(std::uint64_t{1} << random() % 42);
        const unsigned nimber = played.nimber(cells);
        EXPECT_EQ(found_by_search(*large, ValueKind::nimber, text(cells)), nimber == 0 ? "0"
                                                                           : nimber == 1
                                                                               ? "*"
                                                                               : '*' + std::to_string(nimber));
    }
}

/// Canonical forms of NoGo on a path, by the rules.
class PlayedNoGo {
  public:
    explicit PlayedNoGo(GameArena& arena) : arena_(arena) {}
    PartizanId value(const std::string& path) {
        if (const auto known = known_.find(path); known != known_.end()) return known->second;
        std::vector<PartizanId> options[2];
        for (const char stone : {'B', 'W'})
            for (std::size_t v = 0; v < path.size(); ++v) {
                std::string to = path;
                to[v] = stone;
                if (path[v] == '.' && is_legal(to)) options[stone == 'W' ? 1 : 0].push_back(value(to));
            }
        return known_[path] = arena_.make(options[0], options[1]);
    }

    static bool is_legal(const std::string& path) {
        for (std::size_t first = 0, last = 0; first < path.size(); first = last) {
            for (last = first; last < path.size() && path[last] == path[first];) ++last;
            const bool free = (first > 0 && path[first - 1] == '.') || (last < path.size() && path[last] == '.');
            if (path[first] != '.' && !free) return false;
        }
        return true;
    }

  private:
    GameArena& arena_;
    std::unordered_map<std::string, PartizanId> known_;
};

TEST(Search, PathsPastTheLimitOfTables) {
    const auto large = any_game("nogo:board=path-34");
    EXPECT_GT(large->size(), Index{1} << 40);
    std::mt19937 random(8);
    for (int k = 0; k < 30; ++k) {
        std::string path(34, '.');
        for (int tries = 0; tries < 400 && std::ranges::count(path, '.') > 12; ++tries) {
            std::string to = path;
            to[random() % to.size()] = random() % 2 == 0 ? 'B' : 'W';
            if (PlayedNoGo::is_legal(to)) path = to;
        }
        GameArena arena;
        const auto game = found_by_search(*large, ValueKind::canonical, path);
        EXPECT_EQ(parse_game(arena, game), PlayedNoGo(arena).value(path)) << path;
    }
    EXPECT_EQ(refusal_of([] { any_game("nogo:board=path-60"); }, ErrorCode::bad_spec),
              "board=path-60 is too large: it has more than 2^63 positions");
}

TEST(Search, DomineeringFallsApart) {
    const auto game = make_game_from_files(stock_registry(), "domineering:board=grid-4x4");
    const ValueSearch search = search_values(*game, ValueKind::canonical, std::uint64_t{64} << 20);
    const Index squares = game->parse("..##/..##/##../##..");
    EXPECT_EQ(to_string(search({&squares, 1})), "0") << "two squares of switches";
    const Table table = make_table("domineering:board=grid-4x4", job_of(ValueKind::canonical));
    const Index whole = *game->start();
    expect_equal(search({&whole, 1}), table.probe("start").value(), "start");
    // There are few regions: 36 million bytes are not enough for all 2^20 positions of this board.
    const auto larger = make_game_from_files(stock_registry(), "domineering:board=grid-4x5");
    const Index start = *larger->start();
    EXPECT_NO_THROW(search_values(*larger, ValueKind::canonical, 36'000'000)({&start, 1}));
}

}  // namespace mexbase::search_test
