// SPDX-License-Identifier: MIT
/// \file
/// A board game for tests of queries that are answered in the given position. On a strip of cells X and O mark free
/// cells alternately, three in a row win, and a full strip is a tie. Mirrored positions and positions with the players
/// exchanged share one index; finished ones have none.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/error.hpp"
#include "lib/rules/registry.hpp"
#include "query/table.hpp"
#include "swept_table.hpp"

namespace mexbase::test {

/// The rules. With `pass=1` a player may also pass, so that play may be loopy. With `early=1` play ends if three in a
/// row can be completed with the next move.
class Strip {
  public:
    struct Position {
        std::array<char, 9> cells{};  ///< '.', 'X' or 'O'; cells past the end are 0
        bool o_moves = false;
        friend bool operator==(const Position&, const Position&) = default;
    };
    static constexpr std::string_view family = "strip";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .terminal = true, .settled_options = true, .start = true, .named_moves = true, .images = true, .picture = true};
    static const FamilyHelp& help() {
        static constexpr KeyHelp keys[] = {{"n", "5", "1..9", "cells"},
                                           {"pass", "0", "0..1", "whether one may pass"},
                                           {"early", "0", "0..1", "whether play stops a move before the end"}};
        static constexpr FamilyHelp text{"a game of the tests", "X:..OX.", "made up here", keys, "strip"};
        return text;
    }
    static Strip make(const Parameters& p) { return Strip(p); }
    explicit Strip(const Parameters& p)
        : n_(p.number("n", 1, 9)), pass_(p.number("pass", 0, 1) == 1), early_(p.number("early", 0, 1) == 1) {}

    Index size() const {
        Index size = 1;
        for (std::size_t c = 0; c < n_; ++c) size *= 3;
        return size;
    }
    bool legal(Index i) const {
        const Position p = unrank(i);
        return rank(p) == i && !settled(p);
    }
    Position unrank(Index i) const {
        Position p;
        for (std::size_t c = 0; c < n_; ++c, i /= 3) p.cells[c] = ".XO"[i % 3];
        return p;
    }
    Index rank(const Position& p) const { return std::min(code(p), code(turned(p, 2))); }

    Position parse(std::string_view text) const {
        const auto fail = [&](const char* why) {
            throw Error(ErrorCode::bad_position, in_quotes(text) + " is not a position: " + why);
        };
        if (text.size() != n_ + 2 || text[1] != ':') fail("a player, a colon and the cells are wanted");
        if (text[0] != 'X' && text[0] != 'O') fail("the players are X and O");
        Position p{.o_moves = text[0] == 'O'};
        for (std::size_t c = 0; c < n_; ++c) {
            p.cells[c] = text[c + 2];
            if (std::string_view(".XO").find(p.cells[c]) == std::string_view::npos) fail("cells are ., X and O");
        }
        if (has_three(p, 'X') && has_three(p, 'O')) fail("both have three in a row");
        return p;
    }
    std::string format(const Position& p) const { return (p.o_moves ? "O:" : "X:") + std::string(p.cells.data(), n_); }
    std::string picture(const Position& p) const {
        return "+" + std::string(n_, '-') + "+\n|" + std::string(p.cells.data(), n_) + "|";
    }
    Position start() const { return unrank(0); }

    unsigned images() const { return 4; }
    Position position(Index i, unsigned g) const { return turned(unrank(i), g); }
    unsigned image(const Position& p) const {
        const Index i = rank(p);
        unsigned g = 0;
        while (position(i, g) != p) ++g;
        return g;
    }

    std::optional<OutcomeValue> settled(const Position& p) const {
        if (has_three(p, mine(p))) return OutcomeValue{Outcome::win, 0};
        if (has_three(p, theirs(p))) return OutcomeValue{Outcome::loss, 0};
        if (std::find(p.cells.begin(), p.cells.end(), '.') == p.cells.end()) return OutcomeValue{Outcome::tie, 0};
        return std::nullopt;
    }
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        bool wins = false;
        if (early_) for_each_mark(p, [&](const Position& to, std::size_t) { wins = wins || has_three(to, mine(p)); });
        if (wins) return OutcomeValue{Outcome::win, 1};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        for_each_named_move(p, Player::left, [&](const Position& to, std::string_view) {
            if (!settled(to)) f(rank(to));
        });
    }
    template <class F>
    void for_each_settled_option(Index, const Position& p, Player, F&& f) const {
        for_each_named_move(p, Player::left, [&](const Position& to, std::string_view) {
            if (const auto value = settled(to)) f(*value);
        });
    }
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        for_each_mark(p, [&](const Position& to, std::size_t c) { f(to, std::string_view("abcdefghi").substr(c, 1)); });
        if (!pass_) return;
        Position to = p;
        to.o_moves = !p.o_moves;
        f(to, std::string_view("pass"));
    }

  private:
    static char mine(const Position& p) { return p.o_moves ? 'O' : 'X'; }
    static char theirs(const Position& p) { return p.o_moves ? 'X' : 'O'; }
    static bool has_three(const Position& p, char mark) {
        for (std::size_t c = 0; c + 2 < p.cells.size(); ++c)
            if (p.cells[c] == mark && p.cells[c + 1] == mark && p.cells[c + 2] == mark) return true;
        return false;
    }
    template <class F>
    static void for_each_mark(const Position& p, F&& f) {
        for (std::size_t c = 0; c < p.cells.size(); ++c) {
            if (p.cells[c] != '.') continue;
            Position to = p;
            to.cells[c] = mine(p);
            to.o_moves = !p.o_moves;
            f(to, c);
        }
    }
    /// Applies an image. Bit 0: the players are exchanged; bit 1: mirrored.
    Position turned(Position p, unsigned g) const {
        if ((g & 1) != 0) {
            p.o_moves = !p.o_moves;
            for (char& c : p.cells) c = c == 'X' ? 'O' : c == 'O' ? 'X' : c;
        }
        if ((g & 2) != 0) std::reverse(p.cells.begin(), p.cells.begin() + static_cast<std::ptrdiff_t>(n_));
        return p;
    }
    /// Returns the digits to the base 3: 1 for marks of the player to move, 2 for the others.
    Index code(const Position& p) const {
        Index code = 0;
        for (std::size_t c = n_; c-- > 0;)
            code = 3 * code + (p.cells[c] == mine(p) ? 1U : p.cells[c] == theirs(p) ? 2U : 0U);
        return code;
    }

    std::size_t n_;
    bool pass_, early_;
};

/// Returns the members of a ruleset with one more.
constexpr Has with(Has has, bool Has::*member) {
    has.*member = true;
    return has;
}

/// Strip with the hint on how images compose.
class ComposedStrip : public Strip {
  public:
    static constexpr std::string_view family = "composed-strip";
    static constexpr Has has = with(Strip::has, &Has::compose);
    static ComposedStrip make(const Parameters& p) { return ComposedStrip(p); }
    using Strip::Strip;
    unsigned compose(unsigned g, unsigned h) const { return g ^ h; }
};

/// Strip with numbers for all targets of moves: unindexed positions have the numbers that they would have as indices,
/// plus `size`.
class NumberedStrip : public ComposedStrip {
  public:
    static constexpr std::string_view family = "numbered-strip";
    static constexpr Has has = with(ComposedStrip::has, &Has::numbered_moves);
    static NumberedStrip make(const Parameters& p) { return NumberedStrip(p); }
    using ComposedStrip::ComposedStrip;
    Index numbers() const { return 2 * size(); }
    Position numbered(Index n, unsigned g) const { return position(n % size(), g); }
    unsigned least_image(Index n, unsigned g) const { return image(numbered(n, g)); }
    OutcomeValue numbered_value(Index n) const { return settled(numbered(n, 0)).value(); }
    template <class F>
    void for_each_numbered_move(Index, const Position& p, Player, F&& f) const {
        for_each_named_move(p, Player::left, [&](const Position& to, std::string_view) {
            f(settled(to) ? size() + rank(to) : rank(to), image(to));
        });
    }
};

/// Strip on which three in a row lose, so that passing may help; the rules have positions with the other player to
/// move. Not with `early=1`.
class PassedStrip : public Strip {
  public:
    static constexpr std::string_view family = "passed-strip";
    static constexpr Has has = with(Strip::has, &Has::passed);
    static PassedStrip make(const Parameters& p) { return PassedStrip(p); }
    using Strip::Strip;
    std::optional<Position> passed(const Position& p) const { return Position{p.cells, !p.o_moves}; }
    std::optional<OutcomeValue> settled(const Position& p) const {
        auto value = Strip::settled(p);
        if (value && value->outcome != Outcome::tie)
            value->outcome = value->outcome == Outcome::win ? Outcome::loss : Outcome::win;
        return value;
    }
    template <class F>
    void for_each_settled_option(Index, const Position& p, Player, F&& f) const {
        for_each_named_move(p, Player::left, [&](const Position& to, std::string_view) {
            if (const auto value = settled(to)) f(*value);
        });
    }
};

inline const Registry& strip_registry() {
    static const Registry registry(
        {family_of<Strip>(), family_of<ComposedStrip>(), family_of<NumberedStrip>(), family_of<PassedStrip>()});
    return registry;
}

/// A game of the strip, its compiled rules, and an open table of its values, found by sweeps over indices.
template <class R = Strip>
class StripTable {
  public:
    explicit StripTable(const std::string& keys)
        : game(make_game(strip_registry(), std::string(R::family) + ":" + keys)),
          rules(static_cast<const GameOf<R>&>(*game).rules()),
          bytes(swept_bytes(*game, rules)),
          table(Table::from_memory(bytes, OpenOptions{.registry = &strip_registry()}).value()) {}

    const std::unique_ptr<Game> game;
    const R& rules;
    const std::vector<std::byte> bytes;
    const Table table;
};

/// The game by texts alone, for `brute::solve`: an independent implementation without indices.
struct StripTexts {
    bool pass = false, early = false;

    static bool has_three(const std::string& text, char mark) {
        return text.find(std::string(3, mark), 2) != std::string::npos;
    }
    std::optional<OutcomeValue> stopped(const std::string& text) const {
        const char mine = text[0], theirs = mine == 'X' ? 'O' : 'X';
        if (has_three(text, mine)) return OutcomeValue{Outcome::win, 0};
        if (has_three(text, theirs)) return OutcomeValue{Outcome::loss, 0};
        if (text.find('.') == std::string::npos) return OutcomeValue{Outcome::tie, 0};
        if (early)
            for (std::size_t c = 2; c < text.size(); ++c) {
                std::string to = text;
                if (to[c] == '.') to[c] = mine;
                if (has_three(to, mine)) return OutcomeValue{Outcome::win, 1};
            }
        return std::nullopt;
    }
    /// Returns the texts after each move, with the moves' names.
    std::vector<std::pair<std::string, std::string>> moves(const std::string& text) const {
        std::vector<std::pair<std::string, std::string>> all;
        if (stopped(text)) return all;
        const std::string next = text[0] == 'X' ? "O" : "X";
        for (std::size_t c = 2; c < text.size(); ++c) {
            if (text[c] != '.') continue;
            std::string to = next + text.substr(1);
            to[c] = text[0];
            all.emplace_back(to, std::string(1, static_cast<char>('a' + c - 2)));
        }
        if (pass) all.emplace_back(next + text.substr(1), "pass");
        return all;
    }
    brute::Solved solved(const std::string& start) const {
        const auto options = [this](const std::string& text) {
            std::vector<std::string> texts;
            for (auto& [to, name] : moves(text)) texts.push_back(to);
            return texts;
        };
        return brute::solve(start, options, [this](const std::string& text) { return stopped(text); });
    }
};

}  // namespace mexbase::test
