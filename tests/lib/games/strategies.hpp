// SPDX-License-Identifier: MIT
/// \file
/// Winning strategies from proofs, as programs, checked against every reply. Positions are texts: `.` open, `B` black
/// or blue, `R` white or red, vertex 0 first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mexbase::strategies {

struct Move {
    std::size_t vertex = 0;
    char colour = 'B';
};

inline char opposite(char colour) {
    return colour == 'B' ? 'R' : 'B';
}

inline std::string after(std::string position, const Move& move) {
    position[move.vertex] = move.colour;
    return position;
}

/// Calls `f(move)` for every legal move.
template <class Rules, class F>
void for_each_move(const Rules& rules, const std::string& position, F&& f) {
    for (std::size_t v = 0; v < position.size(); ++v)
        for (const char colour : {'B', 'R'})
            if (rules.legal(position, Move{v, colour})) f(Move{v, colour});
}

/// Plays a strategy against every move of its opponent, who moves first in the start position. The strategy is a plain
/// value. `reply(position, last)` returns its answer to the move `last` that led to the position, or `std::nullopt`;
/// `memory()` returns all else that the answer depends on. Moves only colour open vertices, so play ends. A strategy
/// that always has a legal answer makes the last move.
template <class Rules, class Strategy>
class Certification {
  public:
    Certification(const Rules& rules, const Strategy& strategy, const std::string& start) : rules_(rules) {
        holds_ = play(start, strategy);
        std::ranges::reverse(refutation_);
    }
    bool holds() const { return holds_; }
    /// Returns the line that refutes the strategy: positions after moves of the opponent and of the strategy in turn.
    /// The strategy cannot answer the last one.
    const std::vector<std::string>& refutation() const { return refutation_; }
    /// Returns the number of positions with the opponent to move.
    std::size_t positions() const { return seen_.size(); }

  private:
    bool play(const std::string& position, const Strategy& strategy) {
        if (!seen_.insert(position + strategy.memory()).second) return true;
        bool fine = true;
        for_each_move(rules_, position, [&](const Move& move) {
            if (!fine) return;
            const std::string there = after(position, move);
            Strategy next = strategy;
            const std::optional<Move> answer = next.reply(there, move);
            fine = answer && rules_.legal(there, *answer);
            if (fine) {
                fine = play(after(there, *answer), next);
                if (!fine) refutation_.push_back(after(there, *answer));
            }
            if (!fine) refutation_.push_back(there);
        });
        return fine;
    }

    Rules rules_;
    bool holds_ = false;
    std::unordered_set<std::string> seen_;
    std::vector<std::string> refutation_;
};

/// Impartial Col and Snort on a grid.
struct ColouringOnGrid {
    bool col;
    std::size_t rows, columns;

    std::string start() const { return std::string(rows * columns, '.'); }
    bool legal(const std::string& position, const Move& move) const {
        const std::size_t row = move.vertex / columns, column = move.vertex % columns;
        const char wrong = col ? move.colour : opposite(move.colour);
        return position[move.vertex] == '.' && (row == 0 || position[move.vertex - columns] != wrong) &&
               (row + 1 == rows || position[move.vertex + columns] != wrong) &&
               (column == 0 || position[move.vertex - 1] != wrong) &&
               (column + 1 == columns || position[move.vertex + 1] != wrong);
    }
};

/// The centre strategies of Uiterwijk (Solving bicoloring-graph games on rectangular boards, part 2): answers every
/// move at the vertex opposite about the centre, in the same or in the other colour.
struct CentreStrategy {
    bool same;
    std::optional<Move> reply(const std::string& position, const Move& last) const {
        return Move{position.size() - 1 - last.vertex, same ? last.colour : opposite(last.colour)};
    }
    std::string memory() const { return ""; }
};

/// SNO-GO on a path (Huggan and Nowakowski, Conjoined games: GO-CUT and SNO-GO, definition 4).
struct SnoGoOnPath {
    /// Returns true if no neighbours around the vertex have different colours.
    static bool snort(const std::string& p, const Move& move) {
        const char wrong = opposite(move.colour);
        return p[move.vertex] == '.' && (move.vertex == 0 || p[move.vertex - 1] != wrong) &&
               (move.vertex + 1 == p.size() || p[move.vertex + 1] != wrong);
    }
    /// Returns true if every run of one colour touches an open vertex after the move.
    static bool nogo(const std::string& before, const Move& move) {
        if (before[move.vertex] != '.') return false;
        const std::string p = after(before, move);
        for (std::size_t first = 0; first < p.size();) {
            std::size_t last = first;
            while (last < p.size() && p[last] == p[first]) ++last;
            const bool free = (first > 0 && p[first - 1] == '.') || (last < p.size() && p[last] == '.');
            if (p[first] != '.' && !free) return false;
            first = last;
        }
        return true;
    }
    /// Returns true if Snort is over.
    static bool second_phase(const std::string& p) {
        if (p.find("BR") != std::string::npos || p.find("RB") != std::string::npos) return true;
        for (std::size_t v = 0; v < p.size(); ++v)
            if (snort(p, {v, 'B'}) || snort(p, {v, 'R'})) return false;
        return true;
    }
    bool legal(const std::string& p, const Move& move) const {
        return second_phase(p) ? nogo(p, move) : snort(p, move);
    }
};

/// Counts the colour changes along a path; each becomes a separate hole when Snort is over.
inline unsigned changes(const std::string& p) {
    unsigned found = 0;
    char last = '.';
    for (const char c : p) {
        if (c == '.') continue;
        if (last != '.' && c != last) ++found;
        last = c;
    }
    return found;
}

/// Numbers of holes, as bits.
using Holes = std::uint32_t;
inline constexpr Holes none_or_two = 0b101;
inline constexpr Holes three_or_odd_more = 0xaaaaaaa8;
inline constexpr Holes two_or_odd = 0b100 | three_or_odd_more;
/// The condition of lemma 11: the player who has coloured this way makes the last move.
inline constexpr Holes won_holes = none_or_two | three_or_odd_more;

/// Returns a superset of the numbers of holes with which Snort can end from a position. It ranges from the present
/// colour changes to as many more as fit, two vertices per change, in steps of two if both ends are decided.
inline Holes possible_holes(const std::string& p) {
    const std::size_t first = p.find_first_not_of('.');
    if (first == std::string::npos) return (Holes{2} << ((p.size() - 1) / 2)) - 1;
    const std::size_t last = p.find_last_not_of('.');
    const std::size_t ends[] = {first / 2, (p.size() - 1 - last) / 2};
    const unsigned low = changes(p);
    std::size_t high = low + ends[0] + ends[1];
    std::size_t from = first;
    for (std::size_t v = first + 1; v <= last; ++v) {
        if (p[v] == '.') continue;
        const std::size_t room = (v - from) / 2;
        const std::size_t there = p[v] == p[from] ? 0 : 1;
        if (room > there) high += (room - there) / 2 * 2;
        from = v;
    }
    Holes found = 0;
    for (std::size_t holes = low; holes <= high; holes += ends[0] + ends[1] == 0 ? 2 : 1) found |= Holes{1} << holes;
    return found;
}

/// Search whether the strategy's player can make Snort end with a promised number of holes. It ignores NoGo.
class HoleSearch {
  public:
    bool can_force(const std::string& p, Holes promised, bool own_move) {
        const Holes possible = possible_holes(p);
        if ((possible & ~promised) == 0) return true;
        if ((possible & promised) == 0) return false;
        const auto [at, fresh] = known_.try_emplace(p + (own_move ? '+' : '-') + std::to_string(promised), false);
        if (!fresh) return at->second;
        bool found = !own_move;
        for_each_move(SnortRules{}, p, [&](const Move& move) {
            if (found != own_move) found = can_force(after(p, move), promised, !own_move);
        });
        return known_[p + (own_move ? '+' : '-') + std::to_string(promised)] = found;
    }
    /// Returns the first move after which the promise can be kept.
    std::optional<Move> keep(const std::string& p, Holes promised) {
        std::optional<Move> found;
        for_each_move(SnortRules{}, p, [&](const Move& move) {
            if (!found && can_force(after(p, move), promised, false)) found = move;
        });
        return found;
    }

  private:
    struct SnortRules {
        static bool legal(const std::string& p, const Move& move) { return SnoGoOnPath::snort(p, move); }
    };
    std::unordered_map<std::string, bool> known_;
};

/// Returns the nimbers of Node-Kayles on paths of 0, 1, 2, … vertices (Dawson's Chess).
inline std::vector<unsigned> node_kayles(std::size_t most) {
    std::vector<unsigned> nimbers;
    for (std::size_t n = 0; n <= most; ++n) {
        std::set<unsigned> options;
        for (std::size_t v = 0; v < n; ++v)
            options.insert(nimbers[v == 0 ? 0 : v - 1] ^ nimbers[v + 1 == n ? 0 : n - v - 2]);
        unsigned mex = 0;
        while (options.contains(mex)) ++mex;
        nimbers.push_back(mex);
    }
    return nimbers;
}

/// The strategy of theorem 12 of Huggan and Nowakowski: SNO-GO on a path of n vertices is won by the first player for
/// odd n, and by the second for even n.
///
/// From the proof: colour the centre (odd n). Reflect while only inner vertices are coloured. When the opponent has
/// coloured an outer vertex, one of the two at either end, answer by cases, so that Snort ends with 0 or 2 holes, or
/// with 3 or a greater odd number of them (lemma 11). Then play Node-Kayles on the holes except the two outermost
/// (lemma 9), here by its nimbers. In most cases blue denotes the only colour inside. The path is read from the end
/// that the opponent did not touch (`far`) or that it did (`near`).
///
/// Not from the proof:
/// - (a) If the proof claims that a player can force numbers of holes, moves come from `HoleSearch`, for those numbers
///   only. In (2) and (3) the move is the first that makes a third change of colour.
/// - (b) In (iv) and (v) the proof names a vertex but no colour: red.
/// - (c) In (vi), as printed, the move loses: see `as_printed`.
/// - (d) For even n the proof only claims that a similar analysis applies: the two cases for that are marked below.
class SnoGoPathStrategy {
  public:
    /// `as_printed`: in case (vi), with the opponent at the second vertex from an end, answers at the fifth from that
    /// end, as printed in the paper, instead of by reflection.
    SnoGoPathStrategy(std::size_t vertices, bool as_printed)
        : as_printed_(as_printed),
          kayles_(std::make_shared<const std::vector<unsigned>>(node_kayles(vertices))),
          search_(std::make_shared<HoleSearch>()) {}

    /// Returns the first move on a path of an odd number of vertices.
    static Move opening(std::size_t vertices) { return {vertices / 2, 'B'}; }

    std::optional<Move> reply(const std::string& p, const Move& last) {
        if (SnoGoOnPath::second_phase(p)) return play_kayles(p);
        const Move reflection{p.size() - 1 - last.vertex, last.colour};
        switch (plan_) {
            case Plan::reflect_inside:
                if (p.size() < 5 || inside(p, last.vertex)) return reflection;
                return answer_outer(p, last);
            case Plan::reflect:
                return reflection;
            case Plan::three_changes:
                return make_third_change(p);
            case Plan::holes:
                break;
        }
        return search_->keep(p, promised_);
    }
    std::string memory() const { return std::to_string(static_cast<int>(plan_)) + ' ' + std::to_string(promised_); }

  private:
    enum class Plan : std::uint8_t { reflect_inside, reflect, three_changes, holes };

    static bool inside(const std::string& p, std::size_t v) { return v >= 2 && v + 2 < p.size(); }
    static bool beside(const std::string& p, std::size_t v, char colour) {
        return (v > 0 && p[v - 1] == colour) || (v + 1 < p.size() && p[v + 1] == colour);
    }
    Move promise(const Move& move, Holes holes) {
        plan_ = Plan::holes;
        promised_ = holes;
        return move;
    }
    Move third_change_after(const Move& move) {
        plan_ = Plan::three_changes;
        return move;
    }

    /// Answers the opponent's first move on an outer vertex.
    std::optional<Move> answer_outer(const std::string& p, const Move& last) {
        const std::size_t n = p.size();
        const bool last_on_right = 2 * last.vertex > n;
        const auto far = [&](std::size_t k) { return last_on_right ? k - 1 : n - k; };
        const auto near = [&](std::size_t k) { return n - 1 - far(k); };
        const char x = last.colour;
        const std::string inner = p.substr(2, n - 4);
        const bool blue_inside = inner.find('B') != std::string::npos,
                   red_inside = inner.find('R') != std::string::npos;
        const Move reflection{n - 1 - last.vertex, x}, same{far(1), x}, opposed{far(1), opposite(x)};

        // Both colours inside: with different ends there are at least three changes, in odd number.
        if (blue_inside && red_inside) return promise(opposed, three_or_odd_more);
        // Even n only, without a proof: nothing inside. Short paths stay at 0 or 2 holes.
        if (!blue_inside && !red_inside) {
            if (search_->can_force(after(p, reflection), none_or_two, false)) return promise(reflection, none_or_two);
            return promise(opposed, three_or_odd_more);
        }

        const char blue = blue_inside ? 'B' : 'R', red = opposite(blue);
        std::vector<std::size_t> free;  // inner vertices that may become red
        for (std::size_t v = 2; v + 2 < n; ++v)
            if (p[v] == '.' && !beside(p, v, blue)) free.push_back(v);
        // (1)
        if (free.empty()) return promise(same, x == blue ? 0b1 : 0b100);
        // (2)
        std::size_t apart = 0;
        for (std::size_t next = 0; const std::size_t v : free)
            if (v >= next) {
                ++apart;
                next = v + 3;
            }
        if (apart >= 4) return third_change_after(opposed);
        // (3), if one blue vertex cannot spoil all of them: between two blues in the middle of an even path it can.
        const std::size_t first_blue = p.find(blue, 2), last_blue = p.rfind(blue, n - 3);
        std::vector<std::size_t> between;
        for (const std::size_t v : free)
            if (v > first_blue && v < last_blue) between.push_back(v);
        if (!between.empty() && between.back() - between.front() >= 3) return third_change_after(opposed);
        // Even n only, without a proof: two neighbours in the very middle may become red, and no other vertex between
        // blues.
        if (!between.empty()) {
            for (const Holes holes : {none_or_two, two_or_odd})
                if (const auto move = search_->keep(p, holes)) return promise(*move, holes);
            return std::nullopt;
        }
        // (i) to (vi), by the number of vertices from an end to the nearest blue; (i) and (ii) belong to (1).
        switch (first_blue) {
            case 4:
                if (last.vertex == near(2)) {
                    plan_ = Plan::reflect;
                    return reflection;
                }
                return promise({far(2), x}, x == blue ? none_or_two : 0b100);
            case 5:
            case 6:
                return promise({far(4), red}, 0b1100);
            case 7:
                if (last.vertex == near(1)) return third_change_after(opposed);
                if (as_printed_) return promise({near(5), x}, none_or_two);
                return promise(reflection, none_or_two);
            default:
                return std::nullopt;
        }
    }

    /// Once there are three changes of colour, and the ends are sure to differ, all moves are equivalent.
    std::optional<Move> make_third_change(const std::string& p) {
        std::optional<Move> found;
        for_each_move(SnoGoOnPath{}, p, [&](const Move& move) {
            if (!found && changes(after(p, move)) >= 3) found = move;
        });
        return found;
    }

    /// Moves to a position of Node-Kayles with nimber 0. Holes that may be coloured are its vertices; neighbours in it
    /// are adjacent among the open vertices.
    std::optional<Move> play_kayles(const std::string& p) const {
        std::vector<Move> run;
        std::vector<std::vector<Move>> runs;
        for (std::size_t v = 0; v < p.size(); ++v) {
            if (p[v] != '.') continue;
            if (SnoGoOnPath::nogo(p, {v, 'B'})) {
                run.push_back({v, 'B'});
            } else if (!run.empty()) {
                runs.push_back(std::exchange(run, {}));
            }
        }
        if (!run.empty()) runs.push_back(run);
        const std::vector<unsigned>& nimbers = *kayles_;
        unsigned sum = 0;
        for (const auto& r : runs) sum ^= nimbers[r.size()];
        for (const auto& r : runs)
            for (std::size_t v = 0; v < r.size(); ++v) {
                const std::size_t before = v == 0 ? 0 : v - 1, behind = v + 1 == r.size() ? 0 : r.size() - v - 2;
                if ((sum ^ nimbers[r.size()] ^ nimbers[before] ^ nimbers[behind]) == 0) return r[v];
            }
        return std::nullopt;
    }

    bool as_printed_;
    Plan plan_ = Plan::reflect_inside;
    Holes promised_ = 0;
    std::shared_ptr<const std::vector<unsigned>> kayles_;
    std::shared_ptr<HoleSearch> search_;
};

}  // namespace mexbase::strategies
