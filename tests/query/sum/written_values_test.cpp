// SPDX-License-Identifier: MIT
// Sums of positions of tables with written values.
#include <string>
#include <vector>

#include "../solved_games.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "sums.hpp"

namespace mexbase::written_values_test {

using namespace test;

TEST(WrittenValues, AddToNimbersAsNimHeaps) {
    const Table table = make_table("subtraction:set=1-2,max=8", job_of(ValueKind::nimber));
    const Table nim = make_table("nim:piles=1,max=9", job_of(ValueKind::nimber));
    for (Index heap = 0; heap <= 8; ++heap)
        for (Index n = 0; n <= 9; ++n) {
            Sum sum;
            sum.add(table, heap).value();
            sum.add_value(n == 0 ? "0" : "*" + std::to_string(n)).value();
            const Components same{{&table, {heap}}, {&nim, {n}}};
            EXPECT_EQ(std::get<Outcome>(sum.value().value()), outcome_of_sum(same)) << heap << " and *" << n;
            const auto move = sum.best_move().value();
            ASSERT_EQ(move.has_value(), move_in_sum(same).has_value());
            if (!move) continue;
            // After the move the nimbers of both components are equal.
            const bool written = move->component == 1;
            const std::string to = sum.text_of(move->component, move->parts).value();
            if (written)
                EXPECT_EQ(to, heap % 3 == 0 ? "0" : heap % 3 == 1 ? "*" : "*2");
            else
                EXPECT_EQ(std::stoul(to) % 3, n);
            EXPECT_TRUE(sum.is_written(1));
            EXPECT_FALSE(sum.is_written(0));
        }
}

TEST(WrittenValues, AddToCanonicalForms) {
    const Table table = canonical_table("domineering:board=grid-3x3");
    GameArena arena;
    for (Index i = 0; i < table.info().indices; i += 7)
        for (const char* text : {"0", "*2", "^", "-1/2", "{2|-1}", "+-{1,{2|0}}", "{0||0|-1}"}) {
            Sum sum;
            sum.add(table, i).value();
            sum.add_value(text).value();
            const PartizanId position = parse_game(arena, to_string(table.at(i).value()));
            const PartizanId whole = arena.sum(position, parse_game(arena, text));
            EXPECT_EQ(std::get<OutcomeClass>(sum.value().value()), arena.outcome(whole)) << text;
            for (const Player mover : {Player::left, Player::right}) {
                const auto move = sum.best_move(mover).value();
                const OutcomeClass own = mover == Player::left ? OutcomeClass::left : OutcomeClass::right;
                const bool wins = arena.outcome(whole) == OutcomeClass::next || arena.outcome(whole) == own;
                ASSERT_EQ(move.has_value(), wins) << text;
                if (!move) continue;
                const std::string to = sum.text_of(move->component, move->parts).value();
                const PartizanId rest =
                    move->component == 1
                        ? arena.sum(position, parse_game(arena, to))
                        : arena.sum(parse_game(arena, to_string(table.probe(to).value())), parse_game(arena, text));
                EXPECT_TRUE(arena.outcome(rest) == OutcomeClass::previous || arena.outcome(rest) == own)
                    << text << " to " << to;
            }
        }
}

TEST(WrittenValues, MakeSumsOfNimbersPartizan) {
    const Table table = make_table("nim:piles=1,max=5", job_of(ValueKind::nimber));
    Sum sum;
    sum.add(table, Index{2}).value();
    sum.add_value("^").value();
    EXPECT_EQ(std::get<OutcomeClass>(sum.value().value()), OutcomeClass::left);
    sum.clear();
    sum.add_value("+-1").value();
    sum.add_value("-2").value();
    EXPECT_EQ(std::get<OutcomeClass>(sum.value().value()), OutcomeClass::right);
    sum.clear();
    sum.add_value("*3").value();
    sum.add_value("*3").value();
    EXPECT_EQ(std::get<Outcome>(sum.value().value()), Outcome::loss);
}

TEST(WrittenValues, AreRefusedWhereTheyCannotBeAdded) {
    Sum sum;
    EXPECT_EQ(sum.add_value("{0|").error().code, ErrorCode::bad_position);
    const Table obliged = make_table("octal:code=0.77,max=5", job_of(ValueKind::obliged));
    sum.add(obliged, Index{2}).value();
    sum.add_value("*").value();
    EXPECT_EQ(sum.value().error().code, ErrorCode::not_applicable);
    EXPECT_EQ(sum.mark_begun(1).error().code, ErrorCode::not_applicable);
}

}  // namespace mexbase::written_values_test
