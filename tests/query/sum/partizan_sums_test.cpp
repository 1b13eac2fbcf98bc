// SPDX-License-Identifier: MIT
// Sums of partizan values against play on the sums themselves.
#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "../solved_games.hpp"
#include "query/mexquery.h"
#include "sums.hpp"

namespace mexbase::partizan_sums_test {

using namespace test;

/// Sums played by the rules alone, without values.
class Played {
  public:
    bool wins(Components sum, Player mover) {
        const auto key = std::pair(key_of(sum), mover);
        if (const auto it = known_.find(key); it != known_.end()) return it->second;
        bool won = false;
        for (std::size_t c = 0; c < sum.size() && !won; ++c)
            for (const auto& parts : options(sum[c], mover)) {
                Components next = sum;
                next[c].parts = parts;
                won = !wins(std::move(next), other(mover));
                if (won) break;
            }
        return known_[key] = won;
    }
    OutcomeClass outcome(const Components& sum) {
        const bool left = wins(sum, Player::left);
        const bool right = wins(sum, Player::right);
        if (left) return right ? OutcomeClass::next : OutcomeClass::left;
        return right ? OutcomeClass::right : OutcomeClass::previous;
    }

    static std::vector<std::vector<Index>> options(const Component& component, Player mover) {
        std::vector<std::vector<Index>> all;
        const Game& game = component.table->game().value();
        for (std::size_t k = 0; k < component.parts.size(); ++k)
            game.for_each_option(component.parts[k], mover, [&](std::span<const Index> to) {
                std::vector<Index> parts = component.parts;
                parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
                parts.insert(parts.end(), to.begin(), to.end());
                all.push_back(parts);
            });
        return all;
    }

  private:
    using Key = std::vector<std::pair<const Table*, std::vector<Index>>>;
    static Key key_of(const Components& sum) {
        Key key;
        for (const Component& component : sum) {
            key.emplace_back(component.table, component.parts);
            std::ranges::sort(key.back().second);
        }
        std::ranges::sort(key);
        return key;
    }
    std::map<std::pair<Key, Player>, bool> known_;
};

/// Returns one of three small tables.
const Table& table(std::size_t t) {
    static const Table tables[] = {canonical_table("cutthroat:board=path-4"),
                                   canonical_table("domineering:board=grid-2x3"),
                                   canonical_table("toppling-dominoes:max=3")};
    return tables[t];
}

TEST(PartizanSums, ClassesOfAllSumsOfTwoAgreeWithPlay) {
    std::map<OutcomeClass, int> seen;
    for (std::size_t s = 0; s < 3; ++s)
        for (std::size_t t = s; t < 3; ++t) {
            Played played;
            const auto first = positions_of(table(s));
            const auto second = positions_of(table(t));
            // The larger pairs of tables are sampled.
            const std::size_t step = 1 + first.size() * second.size() / 2000;
            for (std::size_t n = 0; n < first.size() * second.size(); n += step) {
                const Components sum{{&table(s), {first[n / second.size()]}}, {&table(t), {second[n % second.size()]}}};
                const OutcomeClass outcome = class_of_sum(sum);
                ASSERT_EQ(outcome, played.outcome(sum))
                    << *table(s).text_of(sum[0].parts) << " + " << *table(t).text_of(sum[1].parts);
                ++seen[outcome];
            }
        }
    for (const auto outcome : {OutcomeClass::next, OutcomeClass::previous, OutcomeClass::left, OutcomeClass::right})
        EXPECT_GT(seen[outcome], 100);
}

TEST(PartizanSums, ClassesAndMovesOfSumsOfThreeAgreeWithPlay) {
    std::mt19937 random(5);
    Played played;
    for (int round = 0; round < 300; ++round) {
        Components sum;
        for (int n = 0; n < 3; ++n) {
            const Table& t = table(random() % 3);
            const auto all = positions_of(t);
            sum.push_back({&t, {all[random() % all.size()]}});
        }
        ASSERT_EQ(class_of_sum(sum), played.outcome(sum));
        const PartizanMoves moves = moves_in_partizan_sum(sum);
        for (const Player mover : {Player::left, Player::right}) {
            const auto& move = mover == Player::left ? moves.left : moves.right;
            ASSERT_EQ(move.has_value(), played.wins(sum, mover));
            if (!move) continue;
            Components next = sum;
            next[move->component].parts = move->parts;
            ASSERT_FALSE(played.wins(next, other(mover)));
            ASSERT_TRUE(std::ranges::any_of(Played::options(sum[move->component], mover), [&](const auto& parts) {
                return std::ranges::is_permutation(parts, move->parts);
            }));
            // No earlier component has a winning move.
            for (std::size_t c = 0; c < move->component; ++c)
                for (const auto& parts : Played::options(sum[c], mover)) {
                    Components after = sum;
                    after[c].parts = parts;
                    ASSERT_TRUE(played.wins(after, other(mover)));
                }
        }
    }
}

TEST(PartizanSums, ThereIsNoBetterMoveInTheComponent) {
    const Table& domineering = table(1);
    for (const Index i : positions_of(domineering)) {
        const Components sum{{&domineering, {i}}};
        const PartizanMoves moves = moves_in_partizan_sum(sum);
        for (const Player mover : {Player::left, Player::right}) {
            const auto& move = mover == Player::left ? moves.left : moves.right;
            if (!move) continue;
            GameArena arena;
            const auto value = [&](Index at) { return parse_game(arena, to_string(domineering.at(at).value())); };
            const PartizanId chosen = value(move->parts.front());
            for (const auto& parts : Played::options(sum[0], mover)) {
                const PartizanId other = value(parts.front());
                const bool better =
                    other != chosen && (mover == Player::left ? arena.leq(chosen, other) : arena.leq(other, chosen));
                ASSERT_FALSE(better) << *domineering.text_of(i);
            }
        }
    }
}

TEST(PartizanSums, NimbersAreComponentsToo) {
    Played played;
    const Table nim = nimber_table("nim:piles=1,max=5"), kayles_rows = nimber_table("octal:code=kayles,max=6");
    for (const Index heap : positions_of(nim))
        for (const Index row : positions_of(kayles_rows))
            for (std::size_t t = 0; t < 3; ++t)
                for (const Index i : positions_of(table(t))) {
                    if ((heap + row + i) % 17 != 0) continue;
                    const Components sum{{&nim, {heap}}, {&table(t), {i}}, {&kayles_rows, {row, 2}}};
                    ASSERT_EQ(class_of_sum(sum), played.outcome(sum));
                    const PartizanMoves moves = moves_in_partizan_sum(sum);
                    ASSERT_EQ(moves.left.has_value(), played.wins(sum, Player::left));
                    ASSERT_EQ(moves.right.has_value(), played.wins(sum, Player::right));
                    if (!moves.left) continue;
                    Components next = sum;
                    next[moves.left->component].parts = moves.left->parts;
                    ASSERT_FALSE(played.wins(next, Player::right));
                }
}

TEST(PartizanSums, TwoTablesOfOneGameAndLongSums) {
    const Table again = canonical_table("cutthroat:board=path-4");
    Components sum;
    for (const Index i : positions_of(table(0))) {
        sum.push_back({&table(0), {i}});
        sum.push_back({&again, {i}});
    }
    // Two of each: BW is *, and most others have their negatives as well.
    EXPECT_EQ(class_of_sum(sum), OutcomeClass::previous);
    EXPECT_EQ(moves_in_partizan_sum(sum), PartizanMoves{});
    sum.push_back({&again, {again.index_of("BW--").value()}});
    EXPECT_EQ(class_of_sum(sum), OutcomeClass::next);
    EXPECT_TRUE(moves_in_partizan_sum(sum).left);
}

TEST(PartizanSums, WhatDoesNotAddUpIsRefused) {
    const Table outcomes = partizan_outcome_table("domineering:board=grid-2x2");
    EXPECT_EQ(refusal(Components{{&table(1), {0}}, {&outcomes, {0}}}).code, ErrorCode::not_applicable);
    EXPECT_EQ(refusal(Components{{&table(1), {table(1).info().indices}}}).code, ErrorCode::out_of_domain);
    Sum misere = sum_of(Components{{&table(1), {0}}});
    EXPECT_EQ(misere.best_move(Player::left, Play::misere).error().code, ErrorCode::not_applicable);
    const Table big = nimber_table("nim:piles=1,max=1020");
    const Components far{{&table(1), {0}}, {&big, {1020}}};
    EXPECT_EQ(class_of_sum(far), OutcomeClass::next);
    // A table of a game that need not end.
    const std::vector<std::uint32_t> nimbers{1, 2}, counters{0, 0};
    TableContents loopy = contents_for(ValueKind::nimber, 2);
    loopy.streams.push_back(source_of(StreamKind::nimber, nimbers));
    loopy.streams.push_back(source_of(StreamKind::counter, counters));
    const Table wheel = opened(table_bytes(loopy));
    const Components mixed{{&table(1), {0}}, {&wheel, {0}}};
    EXPECT_EQ(refusal(mixed).code, ErrorCode::not_applicable);
}

TEST(PartizanSums, TheCInterfaceSaysTheSame) {
    const auto bytes = canonical_bytes("domineering:board=grid-2x3");
    const Table& same = table(1);
    mexquery_table* opened = nullptr;
    ASSERT_EQ(mexquery_open_memory(bytes.data(), bytes.size(), &opened, nullptr), MEXQUERY_OK);
    mexquery_sum* added = nullptr;
    ASSERT_EQ(mexquery_sum_new(&added, nullptr), MEXQUERY_OK);
    std::int32_t kind = -1, found = -1;
    for (std::uint64_t i = 0; i < same.info().indices; i += 3) {
        const std::uint64_t indices[] = {i, 63 - i / 2};
        const Components sum{{&same, {indices[0]}}, {&same, {indices[1]}}};
        mexquery_error error;
        mexquery_sum_clear(added);
        for (const std::uint64_t index : indices)
            ASSERT_EQ(mexquery_sum_add(added, opened, index, &error), MEXQUERY_OK) << error.message;
        ASSERT_EQ(mexquery_sum_value(added, &kind, &found, &error), MEXQUERY_OK) << error.message;
        ASSERT_EQ(kind, MEXQUERY_KIND_CANONICAL);
        ASSERT_EQ(found, static_cast<std::int32_t>(class_of_sum(sum)));
        const PartizanMoves moves = moves_in_partizan_sum(sum);
        for (const int mover : {MEXQUERY_LEFT, MEXQUERY_RIGHT}) {
            const auto& move = mover == MEXQUERY_LEFT ? moves.left : moves.right;
            std::size_t component = 9;
            std::uint64_t option = 99;
            char text[20] = "";
            const int code =
                mexquery_sum_move(added, mover, 0, &component, &option, text, sizeof text, nullptr, nullptr);
            ASSERT_EQ(code, move ? MEXQUERY_OK : MEXQUERY_NOT_FOUND);
            if (move) {
                ASSERT_EQ(component, move->component);
                ASSERT_EQ(option, move->parts.front());
                ASSERT_EQ(text, same.text_of(option).value());
            } else {
                ASSERT_EQ(option, 99u);
            }
        }
    }
    std::size_t component = 0;
    std::uint64_t option = 0;
    EXPECT_EQ(mexquery_sum_move(added, 7, 0, &component, &option, nullptr, 0, nullptr, nullptr), MEXQUERY_BAD_USAGE);
    EXPECT_EQ(mexquery_sum_move(added, 0, 1, &component, &option, nullptr, 0, nullptr, nullptr),
              MEXQUERY_NOT_APPLICABLE);
    ASSERT_EQ(mexquery_sum_add(added, opened, 64, nullptr), MEXQUERY_OK);
    EXPECT_EQ(mexquery_sum_value(added, &kind, &found, nullptr), MEXQUERY_OUT_OF_DOMAIN);
    mexquery_sum_free(added);
    mexquery_close(opened);
}

}  // namespace mexbase::partizan_sums_test
