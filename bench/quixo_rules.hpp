/// \file
/// Quixo on a square of 3 x 3 or 4 x 4 cubes as rules without an index: see `Explored`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/rules/ruleset.hpp"

namespace mexbase {

/// The rules of `Quixo`. A position is the cubes marked X, 16 bits up those marked O, and 32 bits up whether O moves.
struct QuixoRules {
    using Position = std::uint64_t;
    struct Push {
        std::uint64_t taken = 0, twin = 0, moved = 0, end = 0;  // `twin` has the same effect if it has the same mark
        unsigned up = 0, down = 0;
    };
    unsigned n;
    std::vector<Push> pushes;
    std::vector<std::uint64_t> lines;

    explicit QuixoRules(unsigned side) : n(side), lines(2) {
        const auto cell = [&](bool row, unsigned line, unsigned k) {
            return 1ULL << (row ? line * n + k : k * n + line);
        };
        for (unsigned k = 0; k < n; ++k) lines[0] |= 1ULL << k * (n + 1), lines[1] |= 1ULL << (k + 1) * (n - 1);
        for (const bool row : {true, false})
            for (unsigned line = 0; line < n; ++line) {
                lines.push_back(0);
                for (unsigned k = 0; k < n; ++k) lines.back() |= cell(row, line, k);
                for (unsigned k = 0; k < n; ++k)
                    for (const unsigned end : {0U, n - 1}) {
                        const bool inner = line != 0 && line != n - 1;
                        if (k == end || (inner && k != 0 && k != n - 1)) continue;
                        Push push{cell(row, line, k), 0, 0, cell(row, line, end), 0, 0};
                        (end == 0 ? push.up : push.down) = row ? 1 : n;
                        for (unsigned m = k; m != end;) push.moved |= cell(row, line, end == 0 ? --m : ++m);
                        const unsigned next = end == 0 ? k - 1 : k + 1;
                        if (next != end && !inner) push.twin = cell(row, line, next);
                        pushes.push_back(push);
                    }
            }
    }
    std::vector<Position> starts() const { return {0}; }
    std::string text(Position p) const {
        std::string all = p >> 32 != 0 ? "O:" : "X:";
        for (unsigned c = 0; c < n * n; ++c)
            (all += c % n == 0 && c != 0 ? "/" : "") += (p >> c & 1) != 0 ? 'X' : (p >> c & 0x10000) != 0 ? 'O' : '.';
        return all;
    }
    static std::uint64_t marked(Position p, bool by_o) { return (by_o ? p >> 16 : p) & 0xffff; }
    std::optional<OutcomeValue> terminal(Position p, Player) const {
        for (const bool mine : {true, false})
            for (const std::uint64_t line : lines)
                if ((marked(p, (p >> 32 != 0) == mine) & line) == line)
                    return OutcomeValue{mine ? Outcome::win : Outcome::loss, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(Position p, Player, F&& f) const {
        const bool o = p >> 32 != 0;
        const std::uint64_t mine = marked(p, o), theirs = marked(p, !o);
        for (const Push& push : pushes) {
            if ((theirs & push.taken) != 0) continue;
            if (push.twin != 0 && (theirs & push.twin) == 0 && ((mine & push.taken) != 0) == ((mine & push.twin) != 0))
                continue;
            const auto pushed = [&](std::uint64_t set) {
                return (set & ~push.moved & ~push.taken) | (set & push.moved) << push.up >> push.down;
            };
            const std::uint64_t own = pushed(mine) | push.end, other = pushed(theirs);
            f(o ? other | own << 16 : own | other << 16 | 1ULL << 32);
        }
    }
};

}  // namespace mexbase
