// SPDX-License-Identifier: MIT
// Generates the data of docs/results/chess.md for tools/chess.py: chess_report FILE. Prints a line of JSON for each
// material of a table of chess endings: its positions by the side to move and by outcome, its longest wins and losses,
// the number of positions lost per ply, and its mutual zugzwangs. Positions are counted in user form: on every square,
// and with White as the side named first. Zugzwangs and the longest wins and losses are counted up to symmetry.
#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <vector>

#include "lib/games/boards/chess.hpp"
#include "lib/rules/game_of.hpp"
#include "query/find.hpp"

namespace mexbase {
namespace {

/// Positions with one side to move.
struct Side {
    std::array<std::uint64_t, 3> outcomes{};  ///< by `Outcome`: loss, win, draw
    std::vector<std::uint64_t> lost_in;       ///< by plies; up to symmetry
    std::uint64_t drawn = 0;                  ///< up to symmetry
};

/// Returns the number of placements of the pieces that have one index.
std::uint64_t placements(const Chess& rules, const chess::MaterialNumbering& layout, Index i,
                         const Chess::Position& p) {
    using namespace chess;
    if (layout.has_pawns()) return 2;
    const unsigned first = p.view.at[0], second = p.view.at[layout.begin(1)];
    const auto on_one_diagonal = [&](auto along) { return along(first) == along(second); };
    const bool may_be_mirrored = on_one_diagonal([](unsigned s) { return file_of(s) + rank_of(s); }) ||
                                 on_one_diagonal([](unsigned s) { return file_of(s) + 7 - rank_of(s); });
    if (!may_be_mirrored) return symmetry_count;
    std::vector<std::string> seen;
    for (unsigned g = 0; g < symmetry_count; ++g) seen.push_back(rules.format(rules.position(i, g)));
    std::sort(seen.begin(), seen.end());
    return static_cast<std::uint64_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
}

std::string in_json(const Side& side) {
    std::string text = "{\"loss\": " + std::to_string(side.outcomes[0]) +
                       ", \"win\": " + std::to_string(side.outcomes[1]) +
                       ", \"draw\": " + std::to_string(side.outcomes[2]) +
                       ", \"drawn\": " + std::to_string(side.drawn) + ", \"lost_in\": [";
    for (std::size_t n = 0; n < side.lost_in.size(); ++n)
        text += (n == 0 ? "" : ", ") + std::to_string(side.lost_in[n]);
    return text + "]}";
}

std::string in_json(const FoundPositions& found) {
    if (!found.remoteness) return "null";
    return "{\"plies\": " + std::to_string(*found.remoteness) + ", \"count\": " + std::to_string(found.count) +
           ", \"position\": \"" + found.positions.front().text + "\"}";
}

void report(const Table& table, const Chess& rules, std::size_t material) {
    const chess::MaterialNumbering& layout = rules.layouts()[material];
    const Slice slice = rules.slice(material);
    std::array<Side, 2> sides;
    Cursor cursor = table.cursor().value();
    std::vector<Value> values(1 << 16);
    for (Index first = slice.first; first < slice.first + slice.size; first += values.size()) {
        const auto count = static_cast<std::size_t>(std::min<Index>(values.size(), slice.first + slice.size - first));
        cursor.read(first, std::span(values).first(count)).value();
        for (std::size_t k = 0; k < count; ++k) {
            const Index i = first + k;
            if (!rules.legal(i)) continue;
            const Chess::Position p = rules.unrank(i);
            const OutcomeValue& value = values[k].outcome;
            Side& side = sides[p.view.mover];
            side.outcomes[static_cast<std::size_t>(value.outcome)] += placements(rules, layout, i, p);
            if (value.outcome == Outcome::draw) ++side.drawn;
            if (value.outcome != Outcome::loss) continue;
            if (side.lost_in.size() <= value.remoteness) side.lost_in.resize(value.remoteness + 1);
            ++side.lost_in[value.remoteness];
        }
    }
    // With equal material on both sides, the first side is to move in every index.
    if (layout.symmetric()) sides[1] = sides[0];
    const IndexRange range{slice.first, slice.first + slice.size};
    const Zugzwangs zugzwangs = find_zugzwangs(table, 1, range).value();
    std::cout << "{\"material\": \"" << chess::format(layout.material()) << "\", \"indices\": " << slice.size
              << ", \"first\": " << in_json(sides[0]) << ", \"second\": " << in_json(sides[1])
              << ", \"longest_win\": " << in_json(find_longest(table, Outcome::win, 1, range).value())
              << ", \"longest_loss\": " << in_json(find_longest(table, Outcome::loss, 1, range).value())
              << ", \"full\": " << zugzwangs.full_points << ", \"half\": " << zugzwangs.half_points << "}\n";
}

void report(const char* path) {
    OpenOptions options;
    options.cache_bytes = std::size_t{1} << 30;
    const Table table = Table::open(path, options).value();
    table.preload().value();
    const Chess* const rules = rules_of<Chess>(table.game().value());
    if (rules == nullptr) throw Error(ErrorCode::not_applicable, "this is no table of chess endings");
    for (std::size_t k = 0; k < rules->layouts().size(); ++k) report(table, *rules, k);
}

}  // namespace
}  // namespace mexbase

int main(int argc, char** argv) {
    try {
        if (argc != 2) throw mexbase::Error(mexbase::ErrorCode::bad_usage, "chess_report FILE");
        mexbase::report(argv[1]);
    } catch (const std::exception& e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
