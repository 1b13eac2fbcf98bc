// Sums of positions of tables against play on the sums themselves.
#include "query/sums.hpp"

#include <array>
#include <map>
#include <random>
#include <set>

#include "../../lib/solve/loopy/loopy_reference.hpp"
#include "../../lib/value/obliged_play.hpp"
#include "query/best_play.hpp"
#include "tables.hpp"

namespace mexbase::test {
namespace sums_test {

/// The table of one token on a graph, verified.
Table table_of(const std::vector<std::vector<Index>>& options, ValueKind kind) {
    std::vector<std::string> names;
    std::vector<Board::Arc> arcs;
    for (std::size_t v = 0; v < options.size(); ++v) {
        names.push_back("v" + std::to_string(v));
        for (const Index w : options[v]) arcs.emplace_back(static_cast<Vertex>(v), static_cast<Vertex>(w));
    }
    const auto board = std::make_shared<const Board>(true, names, arcs);
    const auto game = make_game(stock_registry(), "graph:file=" + board_reference(*board), board);
    JobOptions job = quick_job(1);
    job.value = kind;
    MemorySink sink;
    find_jobs(stock_jobs(), *game).make_table(*game, sink, job);
    Table table = Table::from_memory(sink.take()).value();
    find_jobs(stock_jobs(), *game).verify_table(*game, table, job);
    return table;
}

Table values(const std::string& spec, ValueKind kind) {
    JobOptions job = quick_job(1);
    job.value = kind;
    return make_table(spec, job);
}

std::string data_file(const std::string& name) {
    return std::string(MEXBASE_DATA) + "/boards/" + name;
}

/// A state of a sum: for each component its parts.
using State = std::vector<std::vector<Index>>;

std::vector<SumComponent> components(const std::vector<const Table*>& tables, const State& state) {
    std::vector<SumComponent> sum;
    for (std::size_t c = 0; c < tables.size(); ++c) sum.push_back({tables[c], state[c]});
    return sum;
}

State after(State state, const SumMove& move) {
    state[move.component] = move.parts;
    return state;
}

/// Several small digraphs, their tables, and their sum as one game, solved by sweeps.
class Product {
  public:
    explicit Product(std::vector<ListGraph> parts) : parts_(std::move(parts)) {
        Index size = 1;
        for (const ListGraph& part : parts_) {
            size *= part.size();
            tables_.push_back(table_of(part.options, ValueKind::nimber));
        }
        for (const Table& table : tables_) borrowed_.push_back(&table);
        ListGraph whole(size);
        for (Index s = 0; s < size; ++s) whole.options[s] = options(s);
        outcomes_ = outcomes(whole);
        whole_ = std::move(whole);
    }

    Index size() const { return whole_.size(); }
    const std::vector<Index>& moves(Index s) const { return whole_.options[s]; }
    Outcome outcome(Index s) const { return outcomes_[s]; }
    const ListGraph& whole() const { return whole_; }
    const std::vector<Outcome>& all_outcomes() const { return outcomes_; }
    std::vector<SumComponent> sum(Index s) const { return components(borrowed_, state(s)); }
    /// Where the move that `best_sum_move` finds leads; nothing where there is none.
    std::optional<Index> best(Index s) const {
        const auto move = best_sum_move(sum(s)).value();
        if (!move) return std::nullopt;
        return number(after(state(s), *move));
    }
    /// How much of a state hinders whoever wants it to end: infinite components, nimbers, counters.
    std::array<std::uint64_t, 3> height(Index s) const {
        std::array<std::uint64_t, 3> height{};
        for (const SumComponent& each : sum(s)) {
            const NimberValue value = each.table->at(each.parts.front()).value().nimber;
            height[0] += value.infinite ? 1 : 0;
            height[1] += value.nimber;
            height[2] += value.counter;
        }
        return height;
    }

  private:
    State state(Index s) const {
        State at(parts_.size());
        for (std::size_t k = parts_.size(); k-- > 0; s /= parts_[k].size()) at[k] = {s % parts_[k].size()};
        return at;
    }
    Index number(const State& state) const {
        Index s = 0;
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            EXPECT_EQ(state[k].size(), 1u);
            s = s * parts_[k].size() + state[k].front();
        }
        return s;
    }
    std::vector<Index> options(Index s) const {
        std::vector<Index> all;
        const State from = state(s);
        for (std::size_t k = 0; k < parts_.size(); ++k)
            for (const Index w : parts_[k].options[from[k].front()]) {
                State to = from;
                to[k] = {w};
                all.push_back(number(to));
            }
        return all;
    }

    std::vector<ListGraph> parts_;
    std::vector<Table> tables_;
    std::vector<const Table*> borrowed_;
    ListGraph whole_;
    std::vector<Outcome> outcomes_;
};

/// Two or three digraphs, as many kinds of them as there are.
Product random_product(std::mt19937_64& random) {
    const std::size_t count = random() % 3 == 0 ? 3 : 2;
    std::vector<ListGraph> parts;
    for (std::size_t k = 0; k < count; ++k) {
        const Index most = count == 2 ? 12 : 7;
        parts.push_back(random() % 2 == 0 ? random_graph(random, most, false) : random_descent(random, most));
    }
    return Product(std::move(parts));
}

TEST(Sums, RecipeAgreesWithPlayOnTheProductGraph) {
    std::mt19937_64 random(1);
    std::map<Outcome, int> seen;
    int sums = 0;
    while (sums < 30000) {
        const Product product = random_product(random);
        for (Index s = 0; s < product.size(); ++s, ++sums) {
            const Outcome outcome = product.outcome(s);
            ASSERT_EQ(sum_outcome(product.sum(s)).value(), outcome) << sums;
            ++seen[outcome];
            const auto to = product.best(s);
            ASSERT_EQ(to.has_value(), outcome != Outcome::loss) << sums;
            if (!to) continue;
            ASSERT_TRUE(std::ranges::count(product.moves(s), *to) > 0) << "no legal move, sum " << sums;
            ASSERT_EQ(product.outcome(*to), outcome == Outcome::win ? Outcome::loss : Outcome::draw) << sums;
        }
    }
    for (const Outcome outcome : {Outcome::win, Outcome::loss, Outcome::draw}) EXPECT_GT(seen[outcome], 1000);
}

/// Whether play from won states can go on for ever when the winner makes the recommended moves.
bool goes_round(const ListGraph& whole, const std::vector<Outcome>& outcome, const std::vector<Index>& recommended) {
    enum { fresh, open, done };
    std::vector<int> looked(whole.size(), fresh);
    const auto look = [&](auto&& self, Index s) -> bool {
        if (looked[s] != fresh) return looked[s] == open;
        looked[s] = open;
        for (const Index reply : whole.options[recommended[s]])
            if (self(self, reply)) return true;
        looked[s] = done;
        return false;
    };
    for (Index s = 0; s < whole.size(); ++s)
        if (outcome[s] == Outcome::win && look(look, s)) return true;
    return false;
}

// Whatever the opponent does: the states that can come about between won sums and their recommended moves hold no
// cycle.
TEST(Sums, RecommendedMovesEndEveryWonSum) {
    std::mt19937_64 random(2);
    int won = 0;
    while (won < 12000) {
        const Product product = random_product(random);
        std::vector<Index> recommended(product.size(), no_index);
        for (Index s = 0; s < product.size(); ++s) {
            if (product.outcome(s) != Outcome::win) continue;
            recommended[s] = product.best(s).value();
            ++won;
        }
        ASSERT_FALSE(goes_round(product.whole(), product.all_outcomes(), recommended));
    }
}

/// The reply of an opponent: any, or the one that leaves most to be done.
Index reply(const Product& product, Index s, bool stubborn, std::mt19937_64& random) {
    const auto& moves = product.moves(s);
    if (!stubborn) return moves[random() % moves.size()];
    return *std::ranges::max_element(moves, {}, [&product](Index to) { return product.height(to); });
}

TEST(Sums, WholeGamesAreWonAndDrawsAreKept) {
    std::mt19937_64 random(3);
    int won = 0, drawn = 0;
    while (won < 600 || drawn < 40) {
        const Product product = random_product(random);
        for (int game = 0; game < 6; ++game) {
            const bool stubborn = game % 2 == 0;
            Index s = random() % product.size();
            const Outcome outcome = product.outcome(s);
            if (outcome == Outcome::loss || (outcome == Outcome::draw && drawn >= 40)) continue;
            int plies = 0;
            for (bool over = false; !over && plies < 2000; plies += 2) {
                const auto to = product.best(s);
                ASSERT_TRUE(to) << "lost after all, ply " << plies;
                over = product.moves(*to).empty();
                if (!over) s = reply(product, *to, stubborn, random);
                if (!over && outcome == Outcome::win) {
                    ASSERT_EQ(product.outcome(s), Outcome::win);
                }
            }
            if (outcome == Outcome::win) {
                ASSERT_LT(plies, 2000);
                ++won;
            } else {
                ++drawn;
            }
        }
    }
}

/// Kayles, by hand: what a move leaves of a heap.
std::vector<std::vector<Index>> kayles(Index heap) {
    std::vector<std::vector<Index>> all;
    for (Index taken = 1; taken <= 2 && taken <= heap; ++taken)
        for (Index a = 0; 2 * a <= heap - taken; ++a) {
            const Index b = heap - taken - a;
            all.push_back(a == 0 ? std::vector{b} : std::vector{a, b});
        }
    return all;
}

std::vector<Index> without_zeros(std::vector<Index> heaps) {
    std::erase(heaps, Index{0});
    std::ranges::sort(heaps);
    return heaps;
}

TEST(Sums, HeapsThatBreakQueensAndALoopyGraphAddUp) {
    // Ways round, ways out, and a dead end.
    const std::vector<std::vector<Index>> graph = {{1, 2}, {0}, {}, {0, 4}, {3, 1}, {0, 2, 3}, {7, 2}, {8}, {6, 8, 0}};
    const Table heaps = values("octal:code=kayles,max=7", ValueKind::nimber),
                queen = values("wythoff:max=3", ValueKind::nimber), token = table_of(graph, ValueKind::nimber);
    const std::vector<const Table*> tables = {&heaps, &queen, &token};
    // All states that the largest can come to: heaps without empty ones, the queen's square, the vertex.
    using Triple = std::array<std::vector<Index>, 3>;
    const auto moves = [&graph](const Triple& from) {
        std::set<Triple> all;
        for (std::size_t k = 0; k < from[0].size(); ++k)
            for (const auto& left : kayles(from[0][k])) {
                Triple to = from;
                to[0].erase(to[0].begin() + static_cast<std::ptrdiff_t>(k));
                to[0].insert(to[0].end(), left.begin(), left.end());
                to[0] = without_zeros(to[0]);
                all.insert(to);
            }
        const Index x = from[1][0], y = from[1][1];
        for (Index d = 1; d <= 3; ++d) {
            if (d <= x) all.insert({from[0], {x - d, y}, from[2]});
            if (d <= y) all.insert({from[0], {x, y - d}, from[2]});
            if (d <= x && d <= y) all.insert({from[0], {x - d, y - d}, from[2]});
        }
        for (const Index to : graph[from[2][0]]) all.insert({from[0], from[1], {to}});
        return all;
    };
    std::map<Triple, Index> number;
    std::vector<Triple> states;
    const auto visit = [&](const Triple& state) {
        const auto [at, fresh] = number.try_emplace(state, states.size());
        if (fresh) states.push_back(state);
        return at->second;
    };
    for (Index v = 0; v < graph.size(); ++v)
        for (const std::vector<Index>& start : {std::vector<Index>{7}, {3, 4}, {1, 2, 3}}) visit({start, {3, 3}, {v}});
    ListGraph whole;
    for (std::size_t s = 0; s < states.size(); ++s) {
        std::vector<Index> options;
        for (const Triple& to : moves(Triple(states[s]))) options.push_back(visit(to));
        whole.options.push_back(std::move(options));
    }
    whole.stops.resize(states.size());
    const auto expected = outcomes(whole);
    ASSERT_GT(states.size(), 2000u);
    std::map<Outcome, int> seen;
    std::vector<Index> recommended(states.size(), no_index);
    for (std::size_t s = 0; s < states.size(); ++s) {
        // Through texts, as people write them.
        std::string text;
        for (const Index heap : states[s][0]) text += (text.empty() ? "" : "+") + std::to_string(heap);
        if (text.empty()) text = "0";
        const std::string square = std::to_string(states[s][1][0]) + ',' + std::to_string(states[s][1][1]);
        const State state = {heaps.parts_of(text).value(), queen.parts_of(square).value(), states[s][2]};
        const auto sum = components(tables, state);
        ASSERT_EQ(sum_outcome(sum).value(), expected[s]) << text << ' ' << square;
        ++seen[expected[s]];
        const auto move = best_sum_move(sum).value();
        ASSERT_EQ(move.has_value(), expected[s] != Outcome::loss);
        if (!move) continue;
        const State then = after(state, *move);
        const Triple to = {without_zeros(then[0]),
                           move->component == 1 ? std::vector<Index>{then[1][0] / 4, then[1][0] % 4} : states[s][1],
                           then[2]};
        ASSERT_TRUE(moves(states[s]).contains(to)) << text << ' ' << square;
        recommended[s] = number.at(to);
        ASSERT_EQ(expected[recommended[s]], expected[s] == Outcome::win ? Outcome::loss : Outcome::draw) << text;
    }
    EXPECT_FALSE(goes_round(whole, expected, recommended));
    for (const Outcome outcome : {Outcome::win, Outcome::loss, Outcome::draw}) EXPECT_GT(seen[outcome], 100);
}

/// A part of a component of numbers below 2^32.
ObligedParts narrow(const std::vector<Index>& parts) {
    return {parts.begin(), parts.end()};
}

/// Compares value and moves of an obliged sum with play. `games` are those of the table, or of all tables one after
/// another, `first[c]` the number of component c's game 0.
void expect_as_played(ObligedPlay& play, const std::vector<SumComponent>& sum, const std::vector<unsigned>& first,
                      std::size_t begun, std::array<int, 4>& seen) {
    const auto named = [&](std::size_t c, const std::vector<Index>& parts) {
        ObligedParts games = narrow(parts);
        for (unsigned& game : games) game += first[c];
        return games;
    };
    ObligedState state;
    for (std::size_t c = 0; c < sum.size(); ++c)
        (c < begun ? state.begun : state.free).push_back(named(c, sum[c].parts));
    const Obliged expected = play.outcome(state);
    ASSERT_EQ(obliged_sum_value(sum, begun).value(), expected);
    ++seen[expected.code()];
    const ObligedMoves moves = obliged_sum_moves(sum, begun).value();
    const bool over = std::ranges::all_of(state.begun, [&play](const auto& parts) { return play.is_over(parts); }) &&
                      std::ranges::all_of(state.free, [&play](const auto& parts) { return play.is_over(parts); });
    ASSERT_EQ(moves.normal.has_value(), expected.normal && !over);
    ASSERT_EQ(moves.misere.has_value(), expected.misere && !over);
    for (const bool misere : {false, true}) {
        const auto& move = misere ? moves.misere : moves.normal;
        if (!move) continue;
        // Components begun come first, in order, but for those that are over.
        std::size_t forced = 0;
        while (forced < begun && play.is_over(state.begun[forced])) ++forced;
        if (forced < begun) {
            ASSERT_EQ(move->component, forced);
        }
        ASSERT_GE(move->component, forced);
        ASSERT_LT(move->component, sum.size());
        // It is one of the moves there are, and one that wins.
        bool legal = false, wins = false;
        const ObligedParts from = named(move->component, sum[move->component].parts);
        for (std::size_t k = 0; k < from.size(); ++k)
            for (const ObligedParts& left : play.games()[from[k]]) {
                ObligedParts becomes = from, others = from;
                others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
                becomes = others;
                becomes.insert(becomes.end(), left.begin(), left.end());
                ObligedParts claimed = named(move->component, move->parts);
                std::ranges::sort(becomes);
                std::ranges::sort(claimed);
                if (becomes != claimed) continue;
                legal = true;
                ObligedState then = state;
                if (move->component < begun)
                    then.begun.erase(then.begun.begin(),
                                     then.begun.begin() + static_cast<std::ptrdiff_t>(move->component + 1));
                else
                    then.begun.clear(),
                        then.free.erase(then.free.begin() + static_cast<std::ptrdiff_t>(move->component - begun));
                then.begun.insert(then.begun.begin(), {left, others});
                const Obliged reply = play.outcome(then);
                wins = wins || !(misere ? reply.misere : reply.normal);
            }
        ASSERT_TRUE(legal);
        ASSERT_TRUE(wins);
    }
}

TEST(ObligedSums, ValuesAndMovesAgreeWithPlayOnGraphs) {
    std::mt19937_64 random(4);
    std::array<int, 4> seen{};
    for (int sums = 0; sums < 9000;) {
        // Two graphs, one after the other.
        const ObligedGames a = random_obliged_graph(random), b = random_obliged_graph(random);
        ObligedGames both = a;
        for (auto game : b) {
            for (ObligedParts& left : game) left.front() += static_cast<unsigned>(a.size());
            both.push_back(std::move(game));
        }
        std::vector<Table> tables;
        for (const ObligedGames& games : {a, b}) {
            std::vector<std::vector<Index>> options(games.size());
            for (std::size_t v = 0; v < games.size(); ++v)
                for (const ObligedParts& left : games[v]) options[v].push_back(left.front());
            tables.push_back(table_of(options, ValueKind::obliged));
        }
        ObligedPlay play(both);
        for (int round = 0; round < 60; ++round, ++sums) {
            std::vector<SumComponent> sum;
            std::vector<unsigned> first;
            for (std::uint64_t k = 1 + random() % 4; k > 0; --k) {
                const Table& table = tables[random() % 2];
                sum.push_back({&table, {random() % table.info().queryable_size}});
                first.push_back(&table == tables.data() ? 0 : static_cast<unsigned>(a.size()));
            }
            ASSERT_NO_FATAL_FAILURE(expect_as_played(play, sum, first, random() % (sum.size() + 1), seen)) << sums;
        }
    }
    for (const int n : seen) EXPECT_GT(n, 300);
}

// Heaps that break, and components that are sums themselves: all of one is finished before the next is begun.
TEST(ObligedSums, ValuesAndMovesAgreeWithPlayOnHeapsThatBreak) {
    std::mt19937_64 random(5);
    std::array<int, 4> seen{};
    const Table table = values("octal:code=0.77,max=8", ValueKind::obliged);
    ObligedGames games;
    for (Index heap = 0; heap <= 8; ++heap) {
        games.emplace_back();
        for (const auto& left : kayles(heap)) games.back().push_back(narrow(left));
    }
    ObligedPlay play(games);
    for (Index heap = 0; heap <= 8; ++heap)
        ASSERT_EQ(table.at(heap)->obliged, play.alone(static_cast<unsigned>(heap))) << heap;
    for (int sums = 0; sums < 1600; ++sums) {
        std::vector<SumComponent> sum;
        for (std::uint64_t k = 1 + random() % 3; k > 0; --k) {
            SumComponent component{&table, {}};
            for (std::uint64_t n = 1 + random() % 2; n > 0; --n) component.parts.push_back(random() % 7);
            sum.push_back(component);
        }
        const std::size_t begun = random() % (sum.size() + 1);
        const std::vector<unsigned> first(sum.size());
        ASSERT_NO_FATAL_FAILURE(expect_as_played(play, sum, first, begun, seen)) << sums;
    }
    for (const int n : seen) EXPECT_GT(n, 100);
}

/// The parts of one position.
SumComponent at(const Table& table, const std::string& position) {
    return {&table, table.parts_of(position).value()};
}

/// The options of a position that leave an obliged sum lost in that play, the other components being `rest`.
std::vector<std::string> winning_moves(const Table& table, const std::string& position,
                                       const std::vector<SumComponent>& rest, bool misere) {
    std::vector<std::string> found;
    for (const Option& option : best_options(table, table.index_of(position).value()).value()) {
        std::vector<SumComponent> sum = {{&table, option.parts}};
        sum.insert(sum.end(), rest.begin(), rest.end());
        const Obliged value = obliged_sum_value(sum, 1).value();
        if (!(misere ? value.misere : value.normal)) found.push_back(table.text_of(option.parts).value());
    }
    return found;
}

// T. S. Ferguson, "Obliged sums of games", example 1 and Figure 2.
TEST(ObligedSums, TheFiveQueensOfFigure2) {
    const Table table = values("wythoff:max=7", ValueKind::obliged);
    const char* squares[] = {"0,1", "1,4", "2,1", "2,2", "5,3"};
    const char* printed[] = {"10", "11", "01", "10", "00"};
    std::vector<SumComponent> sum;
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_EQ(to_string(table.probe(squares[k]).value()), printed[k]);
        sum.push_back(at(table, squares[k]));
    }
    EXPECT_EQ(to_string(obliged_sum_value(sum).value()), "11");
    std::vector<SumComponent> rest = sum;
    rest.erase(rest.begin() + 1);
    EXPECT_EQ(to_string(obliged_sum_value(rest).value()), "00");
    // The unique move from (1,4), in either play.
    for (const bool misere : {false, true})
        EXPECT_EQ(winning_moves(table, "1,4", rest, misere), std::vector<std::string>{"1,2"});
    const ObligedMoves moves = obliged_sum_moves(sum).value();
    EXPECT_TRUE(moves.normal && moves.misere);
    // Without the queen on (5,3) the plays part.
    rest.pop_back();
    EXPECT_EQ(to_string(obliged_sum_value(rest).value()), "01");
    EXPECT_EQ(winning_moves(table, "1,4", rest, false), std::vector<std::string>{"1,2"});
    for (const std::string& to : winning_moves(table, "1,4", rest, true))
        EXPECT_FALSE(table.probe(to)->obliged.misere) << to;
    EXPECT_FALSE(winning_moves(table, "1,4", rest, true).empty());
}

// The same paper, example 2. There (3,4) is said to be the only knight with a winning move; (4,9) has two as well.
TEST(ObligedSums, TheFourKnightsOfExample2) {
    const Table table = values("knight:size=12", ValueKind::obliged);
    const char* squares[] = {"3,4", "5,3", "4,9", "6,4"};
    const char* printed[] = {"11", "10", "01", "10"};
    std::vector<SumComponent> sum;
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(to_string(table.probe(squares[k]).value()), printed[k]);
        sum.push_back(at(table, squares[k]));
    }
    EXPECT_EQ(to_string(obliged_sum_value(sum).value()), "11");
    const std::size_t expected[] = {1, 0, 2, 0};
    for (std::size_t k = 0; k < 4; ++k) {
        std::vector<SumComponent> rest = sum;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
        for (const bool misere : {false, true})
            EXPECT_EQ(winning_moves(table, squares[k], rest, misere).size(), expected[k]) << squares[k];
        if (k != 0) continue;
        EXPECT_EQ(to_string(obliged_sum_value(rest).value()), "01");
        EXPECT_EQ(winning_moves(table, "3,4", rest, false), std::vector<std::string>{"1,5"});
        EXPECT_EQ(winning_moves(table, "3,4", rest, true), std::vector<std::string>{"1,3"});
    }
}

TEST(Sums, WhatDoesNotAddUpIsRefused) {
    const Table outcome = make_table("wythoff:max=5"), nimber = values("wythoff:max=5", ValueKind::nimber),
                obliged = values("wythoff:max=5", ValueKind::obliged),
                loopy = values("graph:file=" + data_file("nims-island.dot"), ValueKind::nimber);
    const std::vector<std::vector<SumComponent>> refused = {
        {{&outcome, {3}}},
        {{&nimber, {3}}, {&outcome, {3}}},
        {{&nimber, {3}}, {&obliged, {3}}},
    };
    for (const auto& sum : refused) {
        EXPECT_EQ(sum_outcome(sum).error().code, ErrorCode::not_applicable);
        EXPECT_EQ(best_sum_move(sum).error().code, ErrorCode::not_applicable);
        EXPECT_NE(sum_outcome(sum).error().message.find("nimber"), std::string::npos);
        EXPECT_EQ(obliged_sum_value(sum).error().code, ErrorCode::not_applicable);
        EXPECT_EQ(obliged_sum_moves(sum).error().code, ErrorCode::not_applicable);
    }
    const std::vector<std::vector<SumComponent>> bad = {
        {{&nimber, {}}}, {{nullptr, {3}}}, {{&loopy, {0}}, {&nimber, {}}}};
    for (const auto& sum : bad) {
        EXPECT_EQ(sum_outcome(sum).error().code, ErrorCode::bad_usage);
        EXPECT_EQ(best_sum_move(sum).error().code, ErrorCode::bad_usage);
    }
    const std::vector<std::vector<SumComponent>> bad_obliged = {
        {{&obliged, {}}}, {{nullptr, {3}}}, {{&obliged, {0}}, {}}};
    for (const auto& sum : bad_obliged) {
        EXPECT_EQ(obliged_sum_value(sum).error().code, ErrorCode::bad_usage);
        EXPECT_EQ(obliged_sum_moves(sum).error().code, ErrorCode::bad_usage);
    }
    const std::vector<SumComponent> far = {{&nimber, {36}}};
    EXPECT_EQ(sum_outcome(far).error().code, ErrorCode::out_of_domain);
    EXPECT_EQ(best_sum_move(far).error().code, ErrorCode::out_of_domain);
    const std::vector<SumComponent> one = {{&obliged, {3}}};
    EXPECT_EQ(obliged_sum_value(one, 2).error().code, ErrorCode::bad_usage);
    EXPECT_EQ(obliged_sum_moves(one, 2).error().code, ErrorCode::bad_usage);
    const std::vector<SumComponent> past = {{&obliged, {36}}};
    EXPECT_EQ(obliged_sum_value(past).error().code, ErrorCode::out_of_domain);
    // The sum of nothing is lost, and won in misère play.
    const std::vector<SumComponent> none;
    EXPECT_EQ(sum_outcome(none).value(), Outcome::loss);
    EXPECT_FALSE(best_sum_move(none).value());
    EXPECT_EQ(obliged_sum_value(none).value(), finished_game);
}

}  // namespace sums_test
}  // namespace mexbase::test
