// SPDX-License-Identifier: MIT
// Sums of nimbers against play on the sums themselves.
#include <array>
#include <map>
#include <random>
#include <set>

#include "../../lib/solve/loopy/loopy_reference.hpp"
#include "sums.hpp"

namespace mexbase::test::nimber_sums_test {

/// State of a sum: for each component its parts.
using State = std::vector<std::vector<Index>>;

Components components(const std::vector<const Table*>& tables, const State& state) {
    Components sum;
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
            tables_.push_back(table_of_graph(part.options, ValueKind::nimber));
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
    Components sum(Index s) const { return components(borrowed_, state(s)); }
    /// Returns the target of the move that a sum finds, or `std::nullopt`.
    std::optional<Index> best(Index s) const {
        const auto move = move_in_sum(sum(s));
        if (!move) return std::nullopt;
        return number(after(state(s), *move));
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

/// Returns two or three random digraphs, of every kind.
Product random_product(std::mt19937_64& random) {
    const std::size_t count = random() % 3 == 0 ? 3 : 2;
    std::vector<ListGraph> parts;
    for (std::size_t k = 0; k < count; ++k) {
        const Index most = count == 2 ? 12 : 7;
        parts.push_back(random() % 2 == 0 ? random_graph(random, most, false) : random_descent(random, most));
    }
    return Product(std::move(parts));
}

/// Returns true if play from won states can go on forever with the recommended moves.
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

// A recommended move keeps the outcome, and the states between won sums and recommended moves contain no cycle: every
// won sum is won and every drawn one is kept, whatever the opponent replies.
TEST(NimberSums, RecipeAgreesWithPlayOnTheProductGraphAndEndsEveryWonSum) {
    std::mt19937_64 random(1);
    std::map<Outcome, int> seen;
    int sums = 0;
    while (sums < 30000 || seen[Outcome::win] < 12000) {
        const Product product = random_product(random);
        std::vector<Index> recommended(product.size(), no_index);
        for (Index s = 0; s < product.size(); ++s, ++sums) {
            const Outcome outcome = product.outcome(s);
            ASSERT_EQ(outcome_of_sum(product.sum(s)), outcome) << sums;
            ++seen[outcome];
            const auto to = product.best(s);
            ASSERT_EQ(to.has_value(), outcome != Outcome::loss) << sums;
            if (!to) continue;
            ASSERT_TRUE(std::ranges::count(product.moves(s), *to) > 0) << "no legal move, sum " << sums;
            ASSERT_EQ(product.outcome(*to), outcome == Outcome::win ? Outcome::loss : Outcome::draw) << sums;
            recommended[s] = *to;
        }
        ASSERT_FALSE(goes_round(product.whole(), product.all_outcomes(), recommended));
    }
    for (const Outcome outcome : {Outcome::win, Outcome::loss, Outcome::draw}) EXPECT_GT(seen[outcome], 1000);
}

std::vector<Index> without_zeros(std::vector<Index> heaps) {
    std::erase(heaps, Index{0});
    std::ranges::sort(heaps);
    return heaps;
}

TEST(NimberSums, HeapsThatBreakQueensAndALoopyGraphAddUp) {
    // Cycles, exits, and a dead end.
    const std::vector<std::vector<Index>> graph = {{1, 2}, {0}, {}, {0, 4}, {3, 1}, {0, 2, 3}, {7, 2}, {8}, {6, 8, 0}};
    const Table heaps = table_of_values("octal:code=kayles,max=7", ValueKind::nimber),
                queen = table_of_values("wythoff:max=3", ValueKind::nimber),
                token = table_of_graph(graph, ValueKind::nimber);
    const std::vector<const Table*> tables = {&heaps, &queen, &token};
    // All states reachable from the largest: heaps without empty ones, the queen's square, the vertex.
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
        // By texts, in user form.
        std::string text;
        for (const Index heap : states[s][0]) text += (text.empty() ? "" : "+") + std::to_string(heap);
        if (text.empty()) text = "0";
        const std::string square = std::to_string(states[s][1][0]) + ',' + std::to_string(states[s][1][1]);
        const State state = {heaps.parts_of(text).value(), queen.parts_of(square).value(), states[s][2]};
        const auto sum = components(tables, state);
        ASSERT_EQ(outcome_of_sum(sum), expected[s]) << text << ' ' << square;
        ++seen[expected[s]];
        const auto move = move_in_sum(sum);
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

}  // namespace mexbase::test::nimber_sums_test
