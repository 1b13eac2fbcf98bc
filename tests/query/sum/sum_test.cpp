// SPDX-License-Identifier: MIT
// Properties of sums of all kinds of value.
#include "query/sum.hpp"

#include "sums.hpp"

namespace mexbase::test::sum_test {

TEST(Sum, OfNothingIsLost) {
    Sum sum;
    EXPECT_EQ(sum.size(), 0u);
    EXPECT_EQ(sum.value().value(), SumValue(Outcome::loss));
    EXPECT_EQ(sum.best_move().value(), std::nullopt);
    sum.clear();
    EXPECT_EQ(sum.value().value(), SumValue(Outcome::loss));
}

TEST(Sum, IsOfTheKindThatItsTablesAreAndCanBeFilledAgain) {
    const Table nimber = table_of_values("wythoff:max=5", ValueKind::nimber),
                obliged = table_of_values("wythoff:max=5", ValueKind::obliged),
                canonical = table_of_values("domineering:board=grid-2x2", ValueKind::canonical);
    Sum sum;
    for (int round = 0; round < 2; ++round) {
        sum.add(nimber, "1,2").value();
        EXPECT_EQ(sum.value().value(), SumValue(Outcome::loss));
        sum.add(nimber, "2,2").value();
        EXPECT_EQ(sum.value().value(), SumValue(Outcome::win)) << "another sum than before";
        EXPECT_EQ(sum.best_move().value().value().component, 1u);
        sum.add(canonical, "start").value();
        EXPECT_EQ(sum.value().value(), SumValue(OutcomeClass::next));
        EXPECT_TRUE(sum.best_move(Player::right).value());
        sum.clear();
        sum.add(obliged, "0,1").value();
        EXPECT_EQ(sum.value().value(), SumValue(Obliged{true, false}));
        sum.clear();
        EXPECT_EQ(sum.value().value(), SumValue(Outcome::loss));
    }
}

// The knight's square is stored with two more rows, which knights reach but which are not queryable.
TEST(Sum, MovesCanBeFollowedWhereverTheyLead) {
    const Table knight = table_of_values("knight:size=6", ValueKind::nimber),
                obliged = table_of_values("knight:size=6", ValueKind::obliged);
    const Index may_be_asked = knight.info().queryable_size;
    EXPECT_EQ(knight.at(may_be_asked).error().code, ErrorCode::out_of_domain);
    std::size_t past = 0;
    for (Index a = 0; a < may_be_asked; ++a)
        for (Index b = 0; b < may_be_asked; ++b)
            for (const Table* table : {&knight, &obliged}) {
                Sum sum;
                sum.add(*table, a).value();
                sum.add(*table, b).value();
                const auto move = sum.best_move().value();
                if (!move) continue;
                Index after[] = {a, b};
                after[move->component] = move->parts.front();
                Sum by_index, by_text;
                for (const Index each : after) {
                    past += each >= may_be_asked;
                    by_index.add(*table, each).value();
                    by_text.add(*table, table->text_of(each).value()).value();
                }
                EXPECT_EQ(by_index.value().value(), by_text.value().value());
                if (table == &knight) {
                    EXPECT_EQ(by_index.value().value(), SumValue(Outcome::loss));
                }
            }
    EXPECT_GT(past, 10u);
    Sum outside;
    outside.add(knight, knight.info().indices).value();
    EXPECT_EQ(outside.value().error().code, ErrorCode::out_of_domain);
}

TEST(Sum, TakesPartsOfItsOwn) {
    const Table kayles = table_of_values("octal:code=kayles,max=9", ValueKind::nimber);
    Sum sum;
    sum.add(kayles, "3+4+5").value();
    for (std::size_t c = 0; c < 20; ++c) sum.add(kayles, sum.parts(c)).value();
    for (std::size_t c = 0; c < 21; ++c) EXPECT_TRUE(std::ranges::equal(sum.parts(c), std::vector<Index>{3, 4, 5}));
}

TEST(Sum, SaysWhatItsComponentsAre) {
    const Table kayles = table_of_values("octal:code=kayles,max=9", ValueKind::nimber),
                wythoff = table_of_values("wythoff:max=5", ValueKind::nimber);
    Sum sum;
    sum.add(kayles, "3+4").value();
    sum.add(wythoff, Index{7}).value();
    const Sum moved = std::move(sum);
    EXPECT_EQ(moved.size(), 2u);
    EXPECT_EQ(&moved.table(0), &kayles);
    EXPECT_TRUE(std::ranges::equal(moved.parts(0), std::vector<Index>{3, 4}));
    EXPECT_EQ(&moved.table(1), &wythoff);
    EXPECT_TRUE(std::ranges::equal(moved.parts(1), std::vector<Index>{7}));
}

TEST(Sum, RefusesPositionsThatAreNone) {
    const Table nimber = table_of_values("wythoff:max=5", ValueKind::nimber),
                obliged = table_of_values("wythoff:max=5", ValueKind::obliged);
    Sum sum;
    EXPECT_EQ(sum.add(nimber, std::span<const Index>{}).error().code, ErrorCode::bad_usage);
    EXPECT_EQ(sum.add(nimber, "queen").error().code, ErrorCode::bad_position);
    EXPECT_EQ(sum.add(nimber, "9,9").error().code, nimber.parts_of("9,9").error().code);
    EXPECT_EQ(sum.size(), 0u);
    for (const Table* table : {&nimber, &obliged})
        EXPECT_EQ(refusal(Components{{table, {36}}}).code, ErrorCode::out_of_domain);
}

TEST(Sum, RefusesWhatDoesNotAddUp) {
    const Table outcome = make_table("wythoff:max=5"), nimber = table_of_values("wythoff:max=5", ValueKind::nimber),
                obliged = table_of_values("wythoff:max=5", ValueKind::obliged);
    for (const Components& sum : {Components{{&outcome, {3}}},
                                  {{&nimber, {3}}, {&outcome, {3}}},
                                  {{&nimber, {3}}, {&obliged, {3}}},
                                  {{&obliged, {3}}, {&nimber, {3}}}}) {
        EXPECT_EQ(refusal(sum).code, ErrorCode::not_applicable);
        EXPECT_NE(refusal(sum).message.find("nimber"), std::string::npos);
    }
    Sum sum = sum_of(Components{{&nimber, {3}}});
    EXPECT_EQ(sum.best_move(Player::left, Play::misere).error().code, ErrorCode::not_applicable);
    EXPECT_TRUE(sum.best_move().ok());
}

TEST(Sum, OnlyComponentsOfObligedSumsAreBegunAndOnce) {
    const Table nimber = table_of_values("wythoff:max=5", ValueKind::nimber),
                obliged = table_of_values("wythoff:max=5", ValueKind::obliged);
    Sum sum;
    EXPECT_EQ(sum.mark_begun(0).error().code, ErrorCode::bad_usage);
    sum.add(nimber, Index{3}).value();
    EXPECT_EQ(sum.mark_begun(0).error().code, ErrorCode::not_applicable);
    sum.clear();
    sum.add(obliged, Index{3}).value();
    EXPECT_EQ(sum.mark_begun(1).error().code, ErrorCode::bad_usage);
    EXPECT_TRUE(sum.mark_begun(0).ok());
    EXPECT_EQ(sum.mark_begun(0).error().code, ErrorCode::bad_usage);
}

TEST(Sum, ComponentsThatWereBegunAreFinishedInTheOrderInWhichTheyWereNamed) {
    const Table table = table_of_values("wythoff:max=7", ValueKind::obliged);
    const char* squares[] = {"0,1", "2,1", "5,3", "1,4"};
    const Obliged alone[] = {{true, false}, {false, true}, {false, false}, {true, true}};
    for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = 0; b < 4; ++b) {
            if (a == b) continue;
            Sum sum;
            for (const char* square : squares) sum.add(table, square).value();
            (void)sum.value();  // must not be cached
            sum.mark_begun(a).value();
            sum.mark_begun(b).value();
            ObligedSum rest;
            for (std::size_t c = 0; c < 4; ++c)
                if (c != a && c != b) rest.add(alone[c]);
            const Obliged expected = obliged_after(alone[a], obliged_after(alone[b], rest.value()));
            EXPECT_EQ(sum.value().value(), SumValue(expected)) << a << b;
            for (const Play play : {Play::normal, Play::misere}) {
                const auto move = sum.best_move(Player::left, play).value();
                ASSERT_EQ(move.has_value(), play == Play::normal ? expected.normal : expected.misere) << a << b;
                if (move) {
                    EXPECT_EQ(move->component, a);
                }
            }
        }
}

}  // namespace mexbase::test::sum_test
