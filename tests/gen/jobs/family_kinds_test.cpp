// SPDX-License-Identifier: MIT
// `mexgen describe` lists only kinds of value that exist: some game of each ruleset has a table of each listed kind.
// Its conditions are also checked.
#include <array>
#include <fstream>
#include <set>

#include "../scratch.hpp"
#include "gen/cli/commands.hpp"
#include "gen/explore/explored_rules.hpp"
#include "stock_specs.hpp"
#include "tables.hpp"

namespace mexbase::test::family_kinds_test {

/// Returns true if the game has values of that kind. A refusal must be `not_applicable`.
bool has_table(const Game& game, ValueKind kind) {
    JobOptions options = job_of(kind);
    MemorySink sink;
    try {
        make_table(game, sink, options);
        return true;
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::not_applicable) << game.spec() << ": " << e.what();
        return false;
    }
}

bool has_table(const std::string& spec, ValueKind kind) {
    return has_table(*make_game_from_files(stock_registry(), spec, kind), kind);
}

/// Down from 3 by one, for Left also by two.
struct Down {
    using Position = int;
    bool partizan_moves = false, stops = false;
    std::vector<int> starts() const { return {3}; }
    std::string text(int n) const { return std::to_string(n); }
    bool partizan() const { return partizan_moves; }
    std::optional<OutcomeValue> terminal(int n, Player) const {
        return stops && n < 2 ? std::optional(OutcomeValue{Outcome::win, 0}) : std::nullopt;
    }
    template <class F>
    void for_each_option(int n, Player player, F f) const {
        if (n >= 1) f(n - 1);
        if (n >= 2 && player == Player::left) f(n - 2);
    }
};

TEST(FamilyKinds, EveryKindThatIsListedCanBeHad) {
    const auto file = [](const char* name, const std::string& text) {
        const std::string path = file_in_scratch(name);
        std::ofstream(path) << text;
        return path;
    };
    // Games in which play must end, for obliged pairs; and a graph with canonical forms.
    std::vector<std::string> specs = {
        "fair-shares:n=3",
        "mens-morris:men=9,slice=3-3",
        "graph:file=" + file("way.dot", "digraph { a -> b -> c; a -> c; }"),
        "graph:file=" + file("ways.dot", "digraph { a -> b [player=left]; a -> c; c -> b [player=right]; }"),
        "snakes-and-adders:file=" + file("up.board", "home 9\narrow 2 5\n"),
        "horsefly:file=" + file("fly.dot", "digraph { home [home=true]; a; b; a -> b; b -> home; a -> home; }")};
    for (const std::string& spec : stock_specs()) specs.push_back(spec);
    constexpr std::array kinds{ValueKind::outcome, ValueKind::nimber, ValueKind::obliged, ValueKind::partizan_outcome,
                               ValueKind::canonical};
    std::set<std::pair<const void*, ValueKind>> had;
    std::set<std::string_view> tried;
    const auto try_out = [&](const Game& game, ValueKind kind) {
        tried.insert(game.family());
        const auto may_have = game.facts().kinds;
        if (std::ranges::find(may_have, kind) == may_have.end() || is_partizan(kind) != game.partizan()) return;
        if (has_table(game, kind)) had.emplace(game.tag(), kind);
    };
    for (const ValueKind kind : kinds) {
        for (const std::string& spec : specs) try_out(*make_game_from_files(stock_registry(), spec, kind), kind);
        for (const Down& rules : {Down{}, Down{true, false}, Down{false, true}, Down{true, true}})
            try_out(*explored_game("down", rules), kind);
    }
    for (const Family& family : stock_registry().families()) {
        if (!tried.contains(family.name)) continue;  // a large game, of which a table takes minutes
        for (const RulesetKinds& ruleset : family.rulesets)
            for (const ValueKind kind : ruleset.kinds)
                EXPECT_TRUE(had.contains({ruleset.tag, kind})) << family.name << " never has " << to_string(kind);
    }
}

TEST(FamilyKinds, DistancesToAnExitAreListedForTheGamesThatHaveThem) {
    std::set<std::string> listed, had;
    for (const Family& family : stock_registry().families())
        if (cli::kinds_of(family).distances == std::vector<std::string_view>{"end", "exit"})
            listed.emplace(family.name);
    for (const std::string& spec : stock_specs()) try {
            had.emplace(make_game_from_files(stock_registry(), spec, ValueKind::outcome, 0, Distance::exit)->family());
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ErrorCode::not_applicable) << spec;
        }
    EXPECT_EQ(listed, had);
    EXPECT_TRUE(had.contains("chess"));
}

TEST(FamilyKinds, ConditionsAreThoseOfGamesThatAreRefused) {
    const auto text = [](const char* family) { return cli::kinds_text(cli::kinds_of(stock_registry().at(family))); };
    EXPECT_EQ(text("nim"), "outcome (default), nimber, obliged");
    EXPECT_EQ(text("mu-torere"), "outcome (default), nimber");
    EXPECT_EQ(text("dodgem"), "outcome (default)");
    EXPECT_EQ(text("domineering"), "canonical (default), partizan-outcome");
    EXPECT_EQ(text("octal"), "nimber (default), obliged, outcome; outcome only of whole positions, with the key total");
    EXPECT_TRUE(has_table("octal:code=0.77,total=4", ValueKind::outcome));
    EXPECT_FALSE(has_table("octal:code=0.77,max=4", ValueKind::outcome));
    EXPECT_EQ(text("grundy"), text("octal"));
    EXPECT_EQ(text("square-but-one"), "outcome (default), nimber");
    EXPECT_EQ(text("col"),
              "nimber (default), outcome, obliged; in partizan play canonical (default), partizan-outcome");
    EXPECT_EQ(text("fair-shares"), "outcome (default), nimber, obliged; obliged only if play must end");
    EXPECT_FALSE(has_table("fair-shares:n=4", ValueKind::obliged));
    EXPECT_EQ(text("put-or-take-a-square"), "outcome (default)");
    EXPECT_FALSE(has_table("put-or-take-a-square:max=1,bound=1", ValueKind::nimber));
}

}  // namespace mexbase::test::family_kinds_test
