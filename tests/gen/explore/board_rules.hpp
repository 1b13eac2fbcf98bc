// SPDX-License-Identifier: MIT
/// \file
/// Board games as two functions each, written independently: positions are the texts of the indexed rulesets.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lib/rules/ruleset.hpp"
#include "lib/value/outcome.hpp"

namespace mexbase::test {

/// Returns true if one of `lines` of places in a text has the same letter throughout.
template <class Lines>
bool has_line(const std::string& p, char letter, const Lines& lines) {
    return std::ranges::any_of(lines, [&](const auto& line) {
        return std::ranges::all_of(line, [&](int cell) { return p[static_cast<std::size_t>(cell)] == letter; });
    });
}

struct TicTacToeRules {
    using Position = std::string;
    std::vector<Position> starts() const { return {"X:.../.../..."}; }
    std::optional<OutcomeValue> terminal(const Position& p, Player) const {
        static constexpr int lines[8][3] = {{2, 3, 4},  {6, 7, 8},  {10, 11, 12}, {2, 6, 10},
                                            {3, 7, 11}, {4, 8, 12}, {2, 7, 12},   {4, 7, 10}};
        if (has_line(p, p[0] == 'X' ? 'O' : 'X', lines)) return OutcomeValue{Outcome::loss, 0};
        if (p.find('.') == Position::npos) return OutcomeValue{Outcome::tie, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(const Position& p, Player, F f) const {
        for (std::size_t cell = 2; cell < p.size(); ++cell) {
            if (p[cell] != '.') continue;
            Position q = p;
            q[cell] = p[0];
            q[0] = p[0] == 'X' ? 'O' : 'X';
            f(q);
        }
    }
};

struct MuTorereRules {
    using Position = std::string;
    std::vector<Position> starts() const { return {"x:.ooooxxxx"}; }
    template <class F>
    void for_each_option(const Position& p, Player, F f) const {
        const char mover = p[0], other = mover == 'x' ? 'o' : 'x';
        const std::size_t empty = p.find('.'), centre = 2;
        const auto next = [](std::size_t point, std::size_t by) { return 3 + (point - 3 + by) % 8; };
        for (std::size_t from = centre; from < p.size(); ++from) {
            if (p[from] != mover) continue;
            const bool in_ring =
                empty != centre && from != centre && (next(from, 1) == empty || next(from, 7) == empty);
            const bool outwards = from == centre;
            const bool inwards = empty == centre && (p[next(from, 1)] == other || p[next(from, 7)] == other);
            if (!in_ring && !outwards && !inwards) continue;
            Position q = p;
            q[0] = other;
            std::swap(q[from], q[empty]);
            f(q);
        }
    }
};

struct DodgemRules {
    using Position = std::string;
    std::vector<Position> starts() const { return {"o:o../o../.xx"}; }
    static char other(const Position& p) { return p[0] == 'o' ? 'x' : 'o'; }
    std::optional<OutcomeValue> terminal(const Position& p, Player) const {
        if (p.find(other(p), 2) == Position::npos) return OutcomeValue{Outcome::loss, 0};
        bool moves = false;
        for_each_option(p, Player::left, [&](const Position&) { moves = true; });
        return moves ? std::nullopt : std::optional(OutcomeValue{Outcome::win, 0});
    }
    template <class F>
    void for_each_option(const Position& p, Player, F f) const {
        using Step = std::pair<int, int>;  // down, and to the right
        const std::array<Step, 3> steps = p[0] == 'o' ? std::array{Step{-1, 0}, Step{1, 0}, Step{0, 1}}
                                                      : std::array{Step{0, -1}, Step{0, 1}, Step{-1, 0}};
        for (int cell = 0; cell < 9; ++cell) {
            const auto at = [](int r, int c) { return static_cast<std::size_t>(2 + 4 * r + c); };
            if (p[at(cell / 3, cell % 3)] != p[0]) continue;
            for (const auto& [down, right] : steps) {
                const int r = cell / 3 + down, c = cell % 3 + right;
                const bool out = p[0] == 'o' ? c == 3 : r == -1;
                if (!out && (r < 0 || r > 2 || c < 0 || c > 2 || p[at(r, c)] != '.')) continue;
                Position q = p;
                q[0] = other(p);
                q[at(cell / 3, cell % 3)] = '.';
                if (!out) q[at(r, c)] = p[0];
                f(q);
            }
        }
    }
};

/// Returns the least of the eight symmetric texts of a board of n by n.
inline std::string least_image(const std::string& p, std::size_t n) {
    std::string least;
    for (unsigned g = 0; g < 8; ++g) {
        std::string image = p;
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t c = 0; c < n; ++c) {
                const std::size_t a = (g & 1) != 0 ? n - 1 - r : r, b = (g & 2) != 0 ? n - 1 - c : c;
                image[2 + (n + 1) * r + c] = (g & 4) != 0 ? p[2 + (n + 1) * b + a] : p[2 + (n + 1) * a + b];
            }
        if (least.empty() || image < least) least = image;
    }
    return least;
}

/// Returns the position with the players' pieces and the turn exchanged.
inline std::string exchanged(std::string p, char a, char b) {
    for (char& mark : p)
        if (mark == a || mark == b) mark = mark == a ? b : a;
    return p;
}

struct ReducedTicTacToe : TicTacToeRules {
    Position canonical(const Position& p) const { return least_image(p, 3); }
};

/// Mu Torere up to rotations and reflections of the ring, with x to move.
struct ReducedMuTorere : MuTorereRules {
    Position canonical(const Position& p) const {
        const Position as_x = p[0] == 'x' ? p : exchanged(p, 'x', 'o');
        Position least = as_x;
        for (std::size_t by = 0; by < 16; ++by) {
            Position image = as_x;
            for (std::size_t k = 0; k < 8; ++k) image[3 + k] = as_x[3 + (by < 8 ? by + k : by + 8 - k) % 8];
            least = std::min(least, image);
        }
        return least;
    }
};

/// Dodgem with o to move: the players are exchanged by the reflection in the diagonal from lower left to upper right.
struct ReducedDodgem : DodgemRules {
    Position canonical(const Position& p) const {
        if (p[0] == 'o') return p;
        Position q = exchanged(p, 'o', 'x');
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c) q[2 + 4 * r + c] = exchanged(p, 'o', 'x')[2 + 4 * (2 - c) + 2 - r];
        return q;
    }
};

struct DaoRules {
    using Position = std::string;
    static std::size_t at(int r, int c) { return static_cast<std::size_t>(2 + 5 * r + c); }
    std::vector<Position> starts() const { return {"X:X..O/.XO./.OX./O..X"}; }
    std::optional<OutcomeValue> terminal(const Position& p, Player) const {
        std::vector<std::array<std::size_t, 4>> lines{{at(0, 0), at(0, 3), at(3, 0), at(3, 3)}};
        for (int r = 0; r < 4; ++r) {
            lines.push_back({at(r, 0), at(r, 1), at(r, 2), at(r, 3)});
            lines.push_back({at(0, r), at(1, r), at(2, r), at(3, r)});
            for (int c = 0; r < 3 && c < 3; ++c)
                lines.push_back({at(r, c), at(r, c + 1), at(r + 1, c), at(r + 1, c + 1)});
        }
        const auto filled = [&p](const auto& line) {
            return p[line[0]] != '.' && std::ranges::all_of(line, [&](std::size_t s) { return p[s] == p[line[0]]; });
        };
        if (std::ranges::any_of(lines, filled)) return OutcomeValue{Outcome::loss, 0};
        for (const int r : {0, 3})
            for (const int c : {0, 3}) {
                const int up = r == 0 ? 1 : 2, side = c == 0 ? 1 : 2;
                const char in = p[at(r, c)], guard = in == 'X' ? 'O' : 'X';
                if (in != '.' && p[at(up, c)] == guard && p[at(r, side)] == guard && p[at(up, side)] == guard)
                    return OutcomeValue{Outcome::win, 0};
            }
        return std::nullopt;
    }
    template <class F>
    void for_each_option(const Position& p, Player, F f) const {
        for (std::size_t from = 2; from < p.size(); ++from)
            for (const int step : {1, 4, 5, 6, -1, -4, -5, -6}) {
                std::size_t to = from;
                const auto next = [&] { return to + static_cast<std::size_t>(step); };
                while (p[from] == p[0] && next() >= 2 && next() < p.size() && p[next()] == '.') to = next();
                if (to == from) continue;
                Position q = p;
                q[0] = p[0] == 'X' ? 'O' : 'X';
                std::swap(q[from], q[to]);
                f(q);
            }
    }
};

/// Dao with X to move, up to eight symmetries.
struct ReducedDao : DaoRules {
    Position canonical(const Position& p) const { return least_image(p[0] == 'X' ? p : exchanged(p, 'X', 'O'), 4); }
};

}  // namespace mexbase::test
