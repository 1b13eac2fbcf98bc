// SPDX-License-Identifier: MIT
// Generates the data of docs/results/cutthroat.md: cutthroat_report DIR [weights|families|stars] [most vertices].
// Writes cutthroat-*.csv into DIR, the same bytes in every run, and the times to standard output.
#include <cstdlib>
#include <iostream>
#include <map>
#include <tuple>

#include "lib/solve/search/component_search.hpp"
#include "report.hpp"
#include "small_coloured_graphs.hpp"

namespace mexbase::report {
namespace {

/// Returns true if g is `weight` ups up to less than one up and a remote star, by comparisons alone.
bool is_about(GameArena& arena, PartizanId g, int weight) {
    constexpr unsigned remote = 64;
    return arena.leq(arena.uptimal({0, weight - 1, remote}), g) && arena.leq(g, arena.uptimal({0, weight + 1, remote}));
}

const std::string letters = "BWG";

/// Returns the checksum of the sorted lines `fingerprint,weight,count`. Writes them to `list`, unless null, with the
/// values as text.
std::string summed_up(GameArena& arena, const std::map<PartizanId, std::uint64_t>& values, std::ostream* list,
                      const std::string& before) {
    std::map<std::string, PartizanId> lines;
    for (const auto& [value, count] : values)
        lines[hex(arena.fingerprint(value)) + ',' + std::to_string(weight_of(arena, value)) + ',' +
              std::to_string(count)] = value;
    Checksum checksum;
    for (const auto& [line, value] : lines) {
        checksum.add(line);
        if (list != nullptr) *list << before << line << ',' << text_of(arena, value) << '\n';
    }
    return checksum.text();
}

/// Counts for one number of vertices.
struct Census {
    std::uint64_t coloured = 0, moves = 0, eccentric = 0, violations = 0, widest = 0;
    int least = 0, greatest = 0;
    std::map<PartizanId, std::uint64_t> values;
    std::vector<std::tuple<int, std::string, std::string, PartizanId>> extremes;
};

/// Checks the lemma and the theorem on one coloured graph of this value and weight.
void check(ComponentGames& games, GameArena& arena, const Colouring& c, int weight, Census& census) {
    int most_left = -1000, least_right = 1000;
    for_each_vertex(c.present(), [&](unsigned v) {
        const int to = weight_of(arena, games.value(c.without(just(v))));
        if ((c.white & just(v)) == 0) most_left = std::max(most_left, to), ++census.moves;
        if ((c.black & just(v)) == 0) least_right = std::min(least_right, to), ++census.moves;
    });
    if (most_left > weight + 1 || least_right < weight - 1 || most_left - least_right > 2) ++census.violations;
    const int simplest = std::clamp(0, most_left - 1, std::max(most_left - 1, least_right + 1));
    if (simplest != weight) ++census.eccentric;
}

void weights(const std::string& folder, unsigned most_two, unsigned most_three) {
    std::ofstream table = csv(folder, "weights",
                              "colours,vertices,graphs,coloured,moves,values,least,greatest,attained,eccentric,"
                              "checksum");
    std::ofstream rows = csv(folder, "extremes", "colours,vertices,weight,graph6,colouring,value,fingerprint");
    std::ofstream list = csv(folder, "values", "colours,vertices,fingerprint,weight,coloured,value");
    for (const unsigned colours : {2U, 3U}) {
        GameArena arena;
        std::vector<SmallGraph> graphs;
        const std::string name = letters.substr(0, colours);
        for (unsigned n = 1; n <= (colours == 2 ? most_two : most_three); ++n) {
            const Clock clock;
            graphs = connected_graphs(n, graphs);
            Census census;
            for (const SmallGraph& g : graphs) {
                ComponentGames games(ColouringGame::cutthroat, g.neighbours(), arena);
                for_each_colouring(g, colours, [&](const Order& digits) {
                    Colouring c;
                    std::string text;
                    for (unsigned v = 0; v < n; ++v) {
                        (digits[v] == 0 ? c.black : digits[v] == 1 ? c.white : c.open) |= just(v);
                        text += letters[digits[v]];
                    }
                    const PartizanId value = games.value(c);
                    const int weight = weight_of(arena, value);
                    ++census.coloured;
                    ++census.values[value];
                    if (c.black != c.present() && c.white != c.present() && c.open != c.present())
                        check(games, arena, c, weight, census);
                    if (weight > census.greatest) census.extremes.clear();
                    census.least = std::min(census.least, weight);
                    census.greatest = std::max(census.greatest, weight);
                    if (weight == census.greatest && n > 1)
                        census.extremes.emplace_back(weight, graph6(g), text, value);
                });
            }
            for (const auto& [value, count] : census.values)
                if (!is_about(arena, value, weight_of(arena, value))) ++census.violations;
            require(census.violations == 0, "the lemma, the theorem, or a weight");
            require(graphs.size() == connected_count(n, 1), "the number of graphs");
            require(census.coloured == connected_count(n, colours), "the number of coloured graphs");
            const bool listed = n <= (colours == 2 ? 5 : 4);
            const std::string checksum =
                summed_up(arena, census.values, listed ? &list : nullptr, name + ',' + std::to_string(n) + ',');
            table << name << ',' << n << ',' << graphs.size() << ',' << census.coloured << ',' << census.moves << ','
                  << census.values.size() << ',' << census.least << ',' << census.greatest << ','
                  << census.extremes.size() << ',' << census.eccentric << ',' << checksum << '\n';
            for (std::size_t i = 0; i < census.extremes.size() && i < 30; ++i) {
                const auto& [weight, graph, text, value] = census.extremes[i];
                rows << name << ',' << n << ',' << weight << ",\"" << graph << "\"," << text << ','
                     << text_of(arena, value) << ',' << hex(arena.fingerprint(value)) << '\n';
            }
            std::cout << name << ' ' << n << ": " << census.coloured << " coloured graphs, " << census.values.size()
                      << " values, arena " << (arena.bytes() >> 20) << " MiB, " << clock.seconds() << " s" << std::endl;
        }
    }
}

void families(const std::string& folder, unsigned most) {
    std::ofstream out =
        csv(folder, "families",
            "family,vertices,coloured,values,least,greatest,attained,example,value,fingerprint,checksum");
    for (const std::string family : {"path", "cycle"}) {
        GameArena arena;
        for (unsigned n = family == "path" ? 2 : 3; n <= most; ++n) {
            const Clock clock;
            Neighbours board;
            board.vertices = n;
            for (unsigned v = 0; v < n; ++v) {
                if (v + 1 < n) board.of[v] |= just(v + 1), board.of[v + 1] |= just(v);
                if (v + 1 == n && family == "cycle") board.of[v] |= just(0), board.of[0] |= just(v);
            }
            ComponentGames games(ColouringGame::cutthroat, board, arena);
            std::map<PartizanId, std::uint64_t> values;
            int least = 0, greatest = 0;
            std::uint64_t attained = 0;
            VertexSet example = 0;
            for (VertexSet black = 0; black < just(n); ++black) {
                const PartizanId value = games.value({black, board.all() & ~black, 0});
                ++values[value];
                const int weight = weight_of(arena, value);
                least = std::min(least, weight);
                if (weight > greatest || black == 0) greatest = weight, attained = 0, example = black;
                if (weight == greatest) ++attained;
            }
            const std::string checksum = summed_up(arena, values, nullptr, "");
            std::string text;
            for (unsigned v = 0; v < n; ++v) text += (example >> v & 1) != 0 ? 'B' : 'W';
            const PartizanId value = games.value({example, board.all() & ~example, 0});
            out << family << ',' << n << ',' << just(n) << ',' << values.size() << ',' << least << ',' << greatest
                << ',' << attained << ',' << text << ',' << text_of(arena, value) << ','
                << hex(arena.fingerprint(value)) << ',' << checksum << '\n';
            std::cout << family << ' ' << n << ": " << values.size() << " values, arena " << (arena.bytes() >> 20)
                      << " MiB, " << clock.seconds() << " s" << std::endl;
        }
    }
}

}  // namespace
}  // namespace mexbase::report

int main(int argc, char** argv) {
    using namespace mexbase::report;
    try {
        if (argc < 2 || argc > 4) throw std::runtime_error("usage: cutthroat_report DIR [weights|families|stars] [N]");
        const std::string folder = argv[1];
        const std::string part = argc > 2 ? argv[2] : "";
        const unsigned most = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 0;
        if (part.empty() || part == "weights")
            weights(folder, most != 0 ? std::min(most, 8U) : 8, most != 0 ? std::min(most, 7U) : 7);
        if (part.empty() || part == "families") families(folder, most != 0 ? std::min(most, 24U) : 16);
        if (part.empty() || part == "stars") stars(folder);
    } catch (const std::exception& error) {
        std::cerr << "cutthroat_report: " << error.what() << '\n';
        return 1;
    }
}
