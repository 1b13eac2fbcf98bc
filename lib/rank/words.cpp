// SPDX-License-Identifier: MIT
#include "words.hpp"

#include <numeric>
#include <unordered_map>

#include "../error.hpp"

namespace mexbase {

namespace {

constexpr std::uint32_t no_state = 0xffffffff;

/// The automaton before equal states are merged: per step, the successor of each state for each letter.
struct Unfolded {
    using Arrows = std::array<std::uint32_t, letter_count>;
    std::vector<std::vector<Arrows>> steps;
    std::vector<std::string> last;  ///< the states after the last step
};

Unfolded unfold(const Language& language, std::span<const ScanStep> steps, std::string_view what) {
    Unfolded graph;
    std::vector<std::string> states{language.start};
    std::size_t total = 0;
    for (const ScanStep& step : steps) {
        std::unordered_map<std::string, std::uint32_t> known;
        std::vector<std::string> next;
        auto& arrows = graph.steps.emplace_back(states.size());
        for (std::size_t s = 0; s < states.size(); ++s) {
            for (unsigned letter = 0; letter < letter_count; ++letter) {
                std::string state = states[s];
                arrows[s][letter] = no_state;
                if (!language.read(state, static_cast<Letter>(letter), step)) continue;
                const auto [at, fresh] = known.emplace(state, static_cast<std::uint32_t>(next.size()));
                if (fresh) next.push_back(std::move(state));
                if (total + next.size() > Words::most_rows)
                    throw Error(ErrorCode::bad_spec, "cannot number the positions of " + std::string{what} +
                                                         ": that takes more than " + std::to_string(Words::most_rows) +
                                                         " states; use a board with fewer vertices or edges");
                arrows[s][letter] = at->second;
            }
        }
        total += next.size();
        states = std::move(next);
    }
    graph.last = std::move(states);
    return graph;
}

struct RowHash {
    std::size_t operator()(const std::array<std::uint32_t, letter_count>& next) const {
        std::uint64_t hash = 0;
        for (const std::uint32_t n : next) hash = (hash ^ n) * 0x9e3779b97f4a7c15 + (hash >> 29);
        return static_cast<std::size_t>(hash);
    }
};

/// Returns the vertices of `read` that have a neighbour outside it.
VertexSet frontier_of(const Neighbours& board, VertexSet read) {
    VertexSet frontier = 0;
    for_each_vertex(read, [&](unsigned v) {
        if ((board.of[v] & ~read) != 0) frontier |= just(v);
    });
    return frontier;
}

/// The cost of a scan order: element i counts the steps after which the frontier has `most_set_vertices` - i vertices.
/// Costs are compared element by element.
using Cost = std::array<unsigned, most_set_vertices + 1>;

Cost cost_of(const Neighbours& board, std::span<const unsigned> order) {
    VertexSet read = 0;
    Cost cost{};
    for (const unsigned v : order) {
        read |= just(v);
        ++cost[most_set_vertices - static_cast<unsigned>(std::popcount(frontier_of(board, read)))];
    }
    return cost;
}

/// Returns the size of the largest frontier.
unsigned width(const Cost& cost) {
    unsigned place = 0;
    while (place < most_set_vertices && cost[place] == 0) ++place;
    return most_set_vertices - place;
}

/// Returns the order that begins at `first` and always takes the vertex that leaves the smallest frontier. Ties go to
/// the vertex whose first read neighbour was read earliest, so that a grid is read row by row.
std::vector<unsigned> greedy_order(const Neighbours& board, unsigned first) {
    std::vector<unsigned> order{first};
    VertexSet read = just(first);
    while (order.size() < board.vertices) {
        unsigned best = 0;
        int smallest = 0;
        std::size_t earliest = 0;
        bool any = false;
        for_each_vertex(board.all() & ~read, [&](unsigned v) {
            std::size_t seen = 0;
            while (seen < order.size() && (board.of[v] & just(order[seen])) == 0) ++seen;
            const int size = std::popcount(frontier_of(board, read | just(v)));
            if (any && (size > smallest || (size == smallest && seen >= earliest))) return;
            best = v, smallest = size, earliest = seen, any = true;
        });
        order.push_back(best);
        read |= just(best);
    }
    return order;
}

}  // namespace

std::vector<unsigned> scan_order(const Neighbours& board) {
    std::vector<unsigned> natural(board.vertices);
    std::iota(natural.begin(), natural.end(), 0U);
    std::vector<unsigned> best;
    Cost least{};
    for (unsigned first = 0; first < board.vertices; ++first) {
        auto order = greedy_order(board, first);
        const Cost cost = cost_of(board, order);
        if (best.empty() || cost < least) best = std::move(order), least = cost;
    }
    // Keeps the order of the vertex numbers unless the best greedy order has a smaller largest frontier.
    return width(least) < width(cost_of(board, natural)) ? best : natural;
}

std::vector<ScanStep> scan_steps(const Neighbours& board, std::span<const unsigned> order) {
    std::vector<ScanStep> steps;
    std::vector<unsigned> frontier;
    VertexSet read = 0;
    for (const unsigned v : order) {
        ScanStep step;
        step.vertex = v;
        for (unsigned place = 0; place < frontier.size(); ++place)
            if ((board.of[v] & just(frontier[place])) != 0) step.neighbours.push_back(place);
        read |= just(v);
        frontier.push_back(v);
        std::vector<unsigned> next;
        for (unsigned place = 0; place < frontier.size(); ++place) {
            if ((board.of[frontier[place]] & ~read) == 0) continue;
            step.kept.push_back(place);
            next.push_back(frontier[place]);
        }
        frontier = std::move(next);
        steps.push_back(std::move(step));
    }
    return steps;
}

Words::Words(const Neighbours& board, Language language, Symmetry symmetry, std::string_view what,
             std::span<const std::vector<Vertex>> automorphisms)
    : orders_{scan_order(board)}, symmetry_(symmetry) {
    if (exchanges()) language = first_is_black(std::move(language));
    const Unfolded graph = unfold(language, scan_steps(board, order()), what);
    for (const std::vector<Vertex>& automorphism : automorphisms) {
        std::vector<unsigned> image;
        for (const unsigned v : order()) image.push_back(automorphism[v]);
        if (image != order()) orders_.push_back(std::move(image));
    }

    // Builds the states from the last step to the first. Merges states that accept the same rests of words.
    states_.resize(2);
    states_[dead].before.fill(0);
    std::vector<Index> words{0, 1};  // number of words accepted from each state
    std::vector<std::uint32_t> state_of(graph.last.size());
    for (std::size_t s = 0; s < graph.last.size(); ++s) state_of[s] = language.accepts(graph.last[s]) ? accepted : dead;
    for (std::size_t k = graph.steps.size(); k-- > 0;) {
        std::unordered_map<std::array<std::uint32_t, letter_count>, std::uint32_t, RowHash> known;
        std::vector<std::uint32_t> states(graph.steps[k].size());
        for (std::size_t s = 0; s < states.size(); ++s) {
            State state;
            Index count = 0;
            for (unsigned letter = 0; letter < letter_count; ++letter) {
                const std::uint32_t to = graph.steps[k][s][letter];
                state.next[letter] = to == no_state ? dead : state_of[to];
                state.before[letter] = count;
                if (words[state.next[letter]] > most_words - count)
                    throw Error(ErrorCode::bad_spec,
                                std::string{what} + " is too large: it has more than 2^63 positions");
                count += words[state.next[letter]];
            }
            if (count == 0) {
                states[s] = dead;
                continue;
            }
            // `unrank` must not take a rejected letter, so its `before` equals that of the letter above it.
            for (unsigned letter = letter_count; letter-- > 0;)
                if (state.next[letter] == dead)
                    state.before[letter] = letter + 1 < letter_count ? state.before[letter + 1] : count;
            const auto [at, fresh] = known.emplace(state.next, static_cast<std::uint32_t>(states_.size()));
            if (fresh) {
                states_.push_back(state);
                words.push_back(count);
            }
            states[s] = at->second;
        }
        state_of = std::move(states);
    }
    start_ = state_of.front();
    size_ = words[start_];
    add_up();
}

void Words::add_up() {
    // The rank is a sum only with one state per step, and if words with exchanged colours have different ranks.
    if (exchanges() || states_.size() != order().size() + 2) return;
    sums_.resize((order().size() + 7) / 8);
    std::uint32_t at = start_;
    for (const unsigned v : order()) {
        const State& state = states_[at];
        all_ |= just(v);
        for (unsigned letter = 0; letter < letter_count; ++letter) {
            if (state.next[letter] == dead) continue;
            may_be_[letter] |= just(v);
            auto& sums = sums_[v / 8].of[letter];
            for (std::size_t set = 0; set < sums.size(); ++set)
                if ((set >> v % 8 & 1) != 0) sums[set] += state.before[letter];
            at = state.next[letter];
        }
    }
}

}  // namespace mexbase
