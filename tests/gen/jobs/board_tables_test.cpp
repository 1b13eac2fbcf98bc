// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "lib/games/boards/mens_morris.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"

namespace mexbase::board_tables_test {

using namespace test;

TEST(BoardTables, AreVerifiedAndSayWhatWasPublishedOfTheStart) {
    const std::pair<const char*, const char*> cases[] = {{"tic-tac-toe", "tie 9"},  {"mu-torere", "draw"},
                                                         {"dodgem", "win 19"},      {"dao", "draw"},
                                                         {"quixo:size=3", "win 7"}, {"mens-morris:men=5", "draw"}};
    for (const auto& [spec, start] : cases)
        EXPECT_EQ(to_string(make_table(spec).probe("start").value()), start) << spec;
}

TEST(BoardTables, AreRefusedAtOnceWhereTheMemoryIsTooLittle) {
    JobOptions options = quick_job();
    options.memory = 1 << 20;
    EXPECT_EQ(test::error_code_of([&] { make_table_bytes("mens-morris:men=6", options); }), ErrorCode::out_of_memory);
}

// Men's Morris without slices and without predecessors.
class FlatMorris {
  public:
    using Position = MensMorris::Position;
    static constexpr std::string_view family = MensMorris::family;
    static constexpr unsigned rules_version = MensMorris::rules_version;
    static constexpr Has has{.terminal = true};
    static const FamilyHelp& help() { return MensMorris::help(); }
    static FlatMorris make(const Parameters&) { return FlatMorris(fewest); }
    static constexpr unsigned fewest = MensMorris::fewest;

    explicit FlatMorris(unsigned men) : rules_(men) {}
    Index size() const { return rules_.size(); }
    bool legal(Index i) const { return rules_.legal(i); }
    Position unrank(Index i) const { return rules_.unrank(i); }
    Index rank(const Position& p) const { return rules_.rank(p); }
    Position parse(std::string_view text) const { return rules_.parse(text); }
    std::string format(const Position& p) const { return rules_.format(p); }
    std::optional<OutcomeValue> terminal(Index i, const Position& p, Player player) const {
        return rules_.terminal(i, p, player);
    }
    template <class F>
    void for_each_option(Index i, const Position& p, Player player, F&& f) const {
        rules_.for_each_option(i, p, player, f);
    }

  private:
    MensMorris rules_;
};

TEST(BoardTables, MorrisHasTheSameValuesWithAndWithoutSlices) {
    for (const unsigned men : {3U, 4U}) {
        const MensMorris rules(men);
        const Solution in_slices = solve(rules), flat = solve(FlatMorris(men));
        EXPECT_EQ(in_slices.summary.wins, flat.summary.wins);
        EXPECT_EQ(in_slices.summary.losses, flat.summary.losses);
        EXPECT_EQ(in_slices.summary.longest, flat.summary.longest);
        for (Index i = 0; i < rules.size(); ++i) ASSERT_EQ(in_slices.cells[i], flat.cells[i]) << men << " #" << i;
    }
}

}  // namespace mexbase::board_tables_test
