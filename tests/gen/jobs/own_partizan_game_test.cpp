// SPDX-License-Identifier: MIT
// A user-defined partizan ruleset with only the members required by docs/rulesets.md.
#include <gtest/gtest.h>

#include <string>

#include "gen/encode/sink.hpp"
#include "gen/make/make_table.hpp"
#include "lib/rules/registry.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "one_heap.hpp"
#include "tables.hpp"

namespace mexbase::test::own_partizan_game_test {

/// Partizan subtraction (Fraenkel and Kotzig, "Partizan octal games: partizan subtraction games", 1987): Left takes one
/// or two stones, Right one or three.
class Picking : public OneHeap {
  public:
    using OneHeap::OneHeap;
    static constexpr std::string_view family = "picking";
    static constexpr Has has{.options_descend = true, .partizan = true};
    static const FamilyHelp& help() {
        static constexpr FamilyHelp text{"Left takes 1 or 2, Right 1 or 3", "the heap", "a test", parameters,
                                         "picking:max=9"};
        return text;
    }
    static Picking make(const Parameters& p) { return Picking(p.number("max", 0, 1000)); }

    bool partizan() const { return true; }
    template <class F>
    void for_each_option(Index, Position heap, Player player, F&& f) const {
        if (heap >= 1) f(heap - 1);
        const Position most = player == Player::left ? 2 : 3;
        if (heap >= most) f(heap - most);
    }
};

TEST(OwnPartizanGame, HasCanonicalFormsAndPartizanOutcomes) {
    const Registry registry({family_of<Picking>()});
    const auto game = make_game(registry, "picking:max=40");
    EXPECT_EQ(default_kind(*game), ValueKind::canonical);

    GameArena arena;
    std::vector<PartizanId> values;
    for (Index heap = 0; heap <= 40; ++heap) {
        const auto options = [&](Index most) {
            std::vector<PartizanId> ids;
            for (const Index taken : {Index{1}, most})
                if (taken <= heap) ids.push_back(values[heap - taken]);
            return ids;
        };
        const auto left = options(2), right = options(3);
        values.push_back(arena.make(left, right));
    }
    for (const ValueKind kind : {ValueKind::canonical, ValueKind::partizan_outcome}) {
        JobOptions options{.value = kind, .memory = std::uint64_t{1} << 28};
        const Table table =
            Table::from_memory(make_table_bytes(*game, options), OpenOptions{.registry = &registry}).value();
        EXPECT_EQ(verify_table(*game, table, options), 41u);
        for (Index heap = 0; heap <= 40; ++heap) {
            const std::string text = kind == ValueKind::canonical ? to_text(arena, values[heap])
                                                                  : std::string{letter(arena.outcome(values[heap]))};
            EXPECT_EQ(to_string(table.probe(std::to_string(heap)).value()), text) << heap;
        }
    }
    JobOptions nimbers{.value = ValueKind::nimber};
    MemorySink sink;
    EXPECT_THROW(make_table(*game, sink, nimbers), Error);
}

}  // namespace mexbase::test::own_partizan_game_test
