// SPDX-License-Identifier: MIT
/// \file
/// The colouring games directly by their rules, for tests: slow, on texts, and without any code of the library.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lib/board/board.hpp"

namespace mexbase::brute {

enum class ColouringRules { col, snort, nogo, node_kayles, cutthroat, go_cut, sno_go };

/// Result of perfect play from a position. Remoteness counts plies: the winner hurries, the loser delays.
struct ColouringValue {
    unsigned nimber = 0;
    bool normal_win = false;
    bool misere_win = true;
    unsigned normal_remoteness = 0;
    unsigned misere_remoteness = 0;
};

/// One game on one board. A position is a text with one letter per vertex: `.` open, `B` black, `W` white, `G` green,
/// `-` removed.
class Colourings {
  public:
    using Adjacency = std::vector<std::vector<int>>;

    Colourings(ColouringRules rules, Adjacency adjacency) : rules_(rules), adjacency_(std::move(adjacency)) {}
    Colourings(ColouringRules rules, const Board& board) : Colourings(rules, adjacency_of(board)) {}

    static Adjacency adjacency_of(const Board& board) {
        Adjacency adjacency(board.vertex_count());
        for (Vertex v = 0; v < board.vertex_count(); ++v)
            for (const Vertex w : board.successors(v))
                if (w != v) adjacency[v].push_back(static_cast<int>(w));
        return adjacency;
    }

    /// Returns the board with every vertex open.
    std::string empty() const { return std::string(adjacency_.size(), '.'); }

    /// Returns the position in which play continues from `p`, without a move: removes one-coloured components in
    /// Cutthroat, and switches phases in GO-CUT if no NoGo move is left. All other positions are unchanged.
    std::string settled(const std::string& p) const {
        if (rules_ == ColouringRules::cutthroat) return without_one_coloured(p);
        if (rules_ == ColouringRules::go_cut && nogo_moves(p).empty()) {
            std::string cleaned = p;
            std::replace(cleaned.begin(), cleaned.end(), '.', '-');
            return without_one_coloured(cleaned);
        }
        return p;
    }

    /// Returns the settled option of each move of the settled position `p`; an option may occur more than once.
    std::vector<std::string> options_by_move(const std::string& p) const {
        std::vector<std::string> found;
        for (const std::string& next : moves(p)) found.push_back(settled(next));
        return found;
    }
    /// Returns the distinct settled options of the settled position `p`.
    std::set<std::string> options(const std::string& p) const {
        const auto found = options_by_move(p);
        return {found.begin(), found.end()};
    }

    /// Returns all settled positions reachable from `start`, including `start` settled.
    std::set<std::string> reachable(const std::string& start) const {
        std::set<std::string> found;
        std::vector<std::string> waiting{settled(start)};
        while (!waiting.empty()) {
            const std::string p = waiting.back();
            waiting.pop_back();
            if (!found.insert(p).second) continue;
            for (const std::string& next : options(p)) waiting.push_back(next);
        }
        return found;
    }

    /// Returns the value of `p`, which need not be settled.
    const ColouringValue& value(const std::string& p) {
        const std::string start = settled(p);
        if (const auto known = known_.find(start); known != known_.end()) return known->second;
        std::vector<ColouringValue> values;
        std::set<unsigned> nimbers;
        for (const std::string& next : options(start)) {
            values.push_back(value(next));
            nimbers.insert(values.back().nimber);
        }
        ColouringValue result;
        while (nimbers.count(result.nimber) != 0) ++result.nimber;
        decide(values, &ColouringValue::normal_win, &ColouringValue::normal_remoteness, false, result);
        decide(values, &ColouringValue::misere_win, &ColouringValue::misere_remoteness, true, result);
        return known_.emplace(start, result).first->second;
    }

    /// Returns true if position `p` of SNO-GO is in the second phase.
    bool second_phase_of_sno_go(const std::string& p) const {
        return has_two_coloured_edge(p) || placements(p, &Colourings::snort_allows).empty();
    }

  private:
    using Rule = bool (Colourings::*)(const std::string& after, int v) const;

    ColouringRules rules_;
    Adjacency adjacency_;
    std::map<std::string, ColouringValue> known_;

    int count() const { return static_cast<int>(adjacency_.size()); }
    static char at(const std::string& p, int v) { return p[static_cast<std::size_t>(v)]; }
    static char& at(std::string& p, int v) { return p[static_cast<std::size_t>(v)]; }
    const std::vector<int>& neighbours(int v) const { return adjacency_[static_cast<std::size_t>(v)]; }
    static bool is_coloured(char c) { return c == 'B' || c == 'W'; }

    /// Decides wins for one play: `stuck_wins` is true if a player without moves wins.
    static void decide(const std::vector<ColouringValue>& options, bool ColouringValue::*win,
                       unsigned ColouringValue::*remoteness, bool stuck_wins, ColouringValue& result) {
        result.*win = options.empty() && stuck_wins;
        result.*remoteness = 0;
        for (const ColouringValue& v : options)
            if (!(v.*win)) result.*win = true;
        if (options.empty()) return;
        bool first = true;
        for (const ColouringValue& v : options) {
            const unsigned plies = v.*remoteness + 1;
            if (result.*win) {
                if (!(v.*win) && (first || plies < result.*remoteness)) {
                    result.*remoteness = plies;
                    first = false;
                }
            } else {
                result.*remoteness = std::max(result.*remoteness, plies);
            }
        }
    }

    std::vector<std::string> moves(const std::string& p) const {
        switch (rules_) {
            case ColouringRules::col:
                return placements(p, &Colourings::col_allows);
            case ColouringRules::snort:
                return placements(p, &Colourings::snort_allows);
            case ColouringRules::nogo:
                return nogo_moves(p);
            case ColouringRules::node_kayles:
                return kayles_moves(p);
            case ColouringRules::cutthroat:
                return cutthroat_moves(p);
            case ColouringRules::go_cut:
                // Settled positions only have open vertices in the first phase.
                return p.find('.') == std::string::npos ? cutthroat_moves(p) : nogo_moves(p);
            case ColouringRules::sno_go:
                return second_phase_of_sno_go(p) ? nogo_moves(p) : placements(p, &Colourings::snort_allows);
        }
        return {};
    }

    /// Returns every colouring of an open vertex that satisfies the rule.
    std::vector<std::string> placements(const std::string& p, Rule rule) const {
        std::vector<std::string> found;
        for (int v = 0; v < count(); ++v) {
            if (at(p, v) != '.') continue;
            for (const char colour : {'B', 'W'}) {
                std::string next = p;
                at(next, v) = colour;
                if ((this->*rule)(next, v)) found.push_back(next);
            }
        }
        return found;
    }
    std::vector<std::string> nogo_moves(const std::string& p) const { return placements(p, &Colourings::nogo_allows); }

    bool col_allows(const std::string& after, int v) const {
        for (const int w : neighbours(v))
            if (at(after, w) == at(after, v)) return false;
        return true;
    }
    bool snort_allows(const std::string& after, int v) const {
        for (const int w : neighbours(v))
            if (is_coloured(at(after, w)) && at(after, w) != at(after, v)) return false;
        return true;
    }
    bool nogo_allows(const std::string& after, int) const {
        for (int v = 0; v < count(); ++v) {
            if (!is_coloured(at(after, v))) continue;
            bool breathes = false;
            for (const int u : joined(after, v, [&](int w) { return at(after, w) == at(after, v); }))
                for (const int w : neighbours(u)) breathes = breathes || at(after, w) == '.';
            if (!breathes) return false;
        }
        return true;
    }
    bool has_two_coloured_edge(const std::string& p) const {
        for (int v = 0; v < count(); ++v)
            for (const int w : neighbours(v))
                if (at(p, v) == 'B' && at(p, w) == 'W') return true;
        return false;
    }

    /// Returns the vertices joined to `v` through vertices accepted by `belongs`, including `v`.
    template <class Belongs>
    std::vector<int> joined(const std::string& p, int v, Belongs belongs) const {
        std::vector<int> found{v};
        for (std::size_t i = 0; i < found.size(); ++i)
            for (const int w : neighbours(found[i]))
                if (at(p, w) != '-' && belongs(w) && std::find(found.begin(), found.end(), w) == found.end())
                    found.push_back(w);
        return found;
    }

    /// Returns true if the component of `v` has more than one colour.
    bool is_mixed(const std::string& p, int v) const {
        for (const int w : joined(p, v, [](int) { return true; }))
            if (at(p, w) != at(p, v)) return true;
        return false;
    }
    std::string without_one_coloured(const std::string& p) const {
        std::string next = p;
        for (int v = 0; v < count(); ++v)
            if (at(p, v) != '-' && !is_mixed(p, v)) at(next, v) = '-';
        return next;
    }
    std::vector<std::string> cutthroat_moves(const std::string& p) const {
        std::vector<std::string> found;
        for (int v = 0; v < count(); ++v) {
            if (at(p, v) == '-' || !is_mixed(p, v)) continue;
            std::string next = p;
            at(next, v) = '-';
            found.push_back(without_one_coloured(next));
        }
        return found;
    }
    std::vector<std::string> kayles_moves(const std::string& p) const {
        std::vector<std::string> found;
        for (int v = 0; v < count(); ++v) {
            if (at(p, v) == '-') continue;
            std::string next = p;
            at(next, v) = '-';
            for (const int w : neighbours(v)) at(next, w) = '-';
            found.push_back(next);
        }
        return found;
    }
};

}  // namespace mexbase::brute
