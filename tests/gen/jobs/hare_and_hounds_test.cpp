// SPDX-License-Identifier: MIT
// A partizan game whose play can end while moves exist, with a result that depends on the player to move: hare and
// hounds on a small board, solved by brute force and by the jobs.
#include <array>
#include <set>

#include "../../lib/solve/sweep/partizan_rules.hpp"
#include "gen/make/make_table.hpp"
#include "lib/rules/registry.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::hare_and_hounds_test {

/// Two hounds (Left) and a hare (Right) on a board of three columns and three rows with its diagonals through the
/// middle. A hound moves to a neighbouring free cell, never to the left; the hare to any neighbouring free cell. A hare
/// in the first column has escaped: Right has won, with either player to move. A player who cannot move has lost. Hares
/// that escape may still have moves.
class HareAndHounds {
  public:
    struct Position {
        unsigned hounds[2] = {0, 0};  // the smaller first
        unsigned hare = 0;
        friend auto operator<=>(const Position&, const Position&) = default;
    };
    static constexpr std::string_view family = "hare-and-hounds";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.terminal = true, .partizan = true, .start = true};
    static constexpr unsigned cells = 9;  // cell 3 x + y
    static const FamilyHelp& help() {
        static const FamilyHelp text{"a hare and two hounds", "three digits", "a test", {}, "hare-and-hounds"};
        return text;
    }
    static HareAndHounds make(const Parameters&) { return {}; }

    bool partizan() const { return true; }
    Index size() const { return cells * cells * cells; }
    bool legal(Index i) const {
        const Position p = unrank(i);
        return p.hounds[0] < p.hounds[1] && p.hare != p.hounds[0] && p.hare != p.hounds[1];
    }
    Position unrank(Index i) const {
        const auto n = static_cast<unsigned>(i);
        return {{n / 81, n / 9 % 9}, n % 9};
    }
    Index rank(const Position& p) const { return p.hounds[0] * 81 + p.hounds[1] * 9 + p.hare; }
    Position parse(std::string_view text) const {
        Position p;
        bool right = text.size() == 3;
        for (const char c : text) right = right && c >= '0' && c <= '8';
        if (right) p = {{text[0] - 48U, text[1] - 48U}, text[2] - 48U};
        if (!right || !legal(rank(p))) throw Error(ErrorCode::bad_position, in_quotes(text) + " is no position");
        return p;
    }
    std::string format(const Position& p) const {
        return std::to_string(p.hounds[0]) + std::to_string(p.hounds[1]) + std::to_string(p.hare);
    }
    Position start() const { return {{0, 2}, 7}; }

    /// Returns the result of an escaped hare: a win for Right, a loss for Left.
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player mover) const {
        if (p.hare >= 3) return std::nullopt;
        return OutcomeValue{mover == Player::left ? Outcome::loss : Outcome::win, 0};
    }

    static bool joined(unsigned a, unsigned b) {
        const int dx = static_cast<int>(a / 3) - static_cast<int>(b / 3),
                  dy = static_cast<int>(a % 3) - static_cast<int>(b % 3);
        if (a == b || dx < -1 || dx > 1 || dy < -1 || dy > 1) return false;
        return dx == 0 || dy == 0 || a == 4 || b == 4;
    }
    template <class F>
    void for_each_option(Index, const Position& p, Player player, F&& f) const {
        const auto is_free = [&p](unsigned c) { return c != p.hare && c != p.hounds[0] && c != p.hounds[1]; };
        for (unsigned to = 0; to < cells; ++to) {
            if (!is_free(to)) continue;
            if (player == Player::right) {
                if (joined(p.hare, to)) f(rank({{p.hounds[0], p.hounds[1]}, to}));
                continue;
            }
            for (const unsigned k : {0U, 1U})
                if (joined(p.hounds[k], to) && to / 3 >= p.hounds[k] / 3) {
                    const unsigned stays = p.hounds[1 - k];
                    f(rank({{std::min(to, stays), std::max(to, stays)}, p.hare}));
                }
        }
    }
};

/// Hare and hounds with predecessors, found by trying all positions.
class HareAndHoundsBack : public HareAndHounds {
  public:
    static constexpr Has has{.predecessors = true, .terminal = true, .partizan = true, .start = true};
    static HareAndHoundsBack make(const Parameters&) { return {}; }
    template <class F>
    void for_each_predecessor(Index i, const Position&, Player player, F&& f) const {
        for (Index from = 0; from < size(); ++from)
            if (legal(from) && unrank(from).hare >= 3)
                for_each_option(from, unrank(from), player, [&](Index to) {
                    if (to == i) f(from);
                });
    }
};

template <class R>
void expect_brute_force(Play play) {
    const Registry registry({family_of<R>()});
    const auto game = make_game(registry, "hare-and-hounds");
    JobOptions options = job_of(ValueKind::partizan_outcome, 2, play);
    const Table table =
        Table::from_memory(make_table_bytes(*game, options), OpenOptions{.registry = &registry}).value();
    EXPECT_EQ(verify_table(*game, table, options), 252U);  // 9 8 / 2 7
    const auto wanted = partizan_brute_force(partizan_graph_of(*game), play);
    std::set<std::pair<Outcome, Outcome>> seen;
    for (Index i = 0; i < game->size(); ++i) {
        if (!game->legal(i)) continue;
        const PartizanOutcome found = table.at(i).value().partizan;
        EXPECT_EQ(found, wanted[i]) << game->format(i);
        seen.emplace(found.left.outcome, found.right.outcome);
    }
    EXPECT_GE(seen.size(), 3U);
    // An escaped hare: lost for Left, won for Right, although both can move.
    const PartizanOutcome escaped = table.probe("341").value().partizan;
    EXPECT_EQ(escaped, (PartizanOutcome{{Outcome::loss, 0}, {Outcome::win, 0}}));
    std::vector<Index> moves;
    for (const Player mover : {Player::left, Player::right}) {
        game->options(game->parse("341"), mover, moves);
        EXPECT_TRUE(moves.empty());
    }
}

TEST(HareAndHounds, IsSolvedAsByBruteForce) {
    for (const Play play : {Play::normal, Play::misere}) {
        expect_brute_force<HareAndHounds>(play);
        expect_brute_force<HareAndHoundsBack>(play);
    }
}

TEST(HareAndHounds, HasNoValuesInSums) {
    const Registry registry({family_of<HareAndHounds>()});
    const auto game = make_game(registry, "hare-and-hounds");
    EXPECT_TRUE(std::ranges::equal(detail::kinds_of<HareAndHounds>,
                                   std::array{ValueKind::partizan_outcome, ValueKind::outcome}));
    EXPECT_EQ(default_kind(*game), ValueKind::partizan_outcome);
    JobOptions options = job_of(ValueKind::canonical, 1);
    MemorySink sink;
    EXPECT_EQ(refusal_of([&] { make_table(*game, sink, options); }, ErrorCode::not_applicable),
              "hare-and-hounds has no canonical values, because play may end while moves are left: its positions are "
              "not components of sums; it has partizan-outcome");
}

}  // namespace mexbase::test::hare_and_hounds_test
