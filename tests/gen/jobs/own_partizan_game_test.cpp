// A partizan ruleset that is not one of Mexbase's, with nothing but what docs/adding-a-game.md asks for.
#include <gtest/gtest.h>

#include <charconv>
#include <string>

#include "gen/encode/sink.hpp"
#include "gen/families/jobs_of.hpp"
#include "lib/value/partizan/notation/text.hpp"

namespace mexbase::test {
namespace own_partizan_game_test {

/// Partizan subtraction (Fraenkel and Kotzig, "Partizan octal games: partizan subtraction games", 1987): Left takes one
/// or two stones, Right one or three.
class Picking {
  public:
    using Position = Index;
    static constexpr std::string_view family = "picking";
    static constexpr unsigned rules_version = 1;
    static constexpr bool options_descend = true;
    static const FamilyHelp& help() {
        static constexpr KeyHelp keys[] = {{"max", "", "0..1000", "the largest heap"}};
        static constexpr FamilyHelp text{"Left takes 1 or 2, Right 1 or 3", "the heap", "a test", keys,
                                         "picking:max=9"};
        return text;
    }
    static Picking make(const Parameters& p) { return Picking(p.number("max", 0, 1000)); }
    explicit Picking(Index max) : max_(max) {}

    bool partizan() const { return true; }
    Index size() const { return max_ + 1; }
    bool legal(Index i) const { return i <= max_; }
    Position unrank(Index i) const { return i; }
    Index rank(Position heap) const { return heap; }
    Position parse(std::string_view text) const {
        Position heap = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), heap);
        if (error != std::errc{} || end != text.data() + text.size() || heap > max_)
            throw Error(ErrorCode::bad_position, in_quotes(text) + " is no heap");
        return heap;
    }
    std::string format(Position heap) const { return std::to_string(heap); }
    template <class F>
    void for_each_option(Index, Position heap, Player player, F&& f) const {
        if (heap >= 1) f(heap - 1);
        const Position most = player == Player::left ? 2 : 3;
        if (heap >= most) f(heap - most);
    }

  private:
    Index max_;
};

TEST(OwnPartizanGame, HasCanonicalFormsAndPartizanOutcomes) {
    const Registry registry({family_of<Picking>()});
    const auto game = make_game(registry, "picking:max=40");
    const RulesetJobs jobs = jobs_of<Picking>();
    EXPECT_EQ(default_kind(jobs, *game), ValueKind::canonical);

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
        JobOptions options;
        options.value = kind;
        options.memory = std::uint64_t{1} << 28;
        MemorySink sink;
        jobs.make_table(*game, sink, options);
        const Table table = Table::from_memory(sink.take(), OpenOptions{.registry = &registry}).value();
        EXPECT_EQ(jobs.verify_table(*game, table, options), 41u);
        for (Index heap = 0; heap <= 40; ++heap) {
            const std::string text = kind == ValueKind::canonical ? to_text(arena, values[heap])
                                                                  : std::string{letter(arena.outcome(values[heap]))};
            EXPECT_EQ(to_string(table.probe(std::to_string(heap)).value()), text) << heap;
        }
    }
    JobOptions nimbers;
    nimbers.value = ValueKind::nimber;
    MemorySink sink;
    EXPECT_THROW(jobs.make_table(*game, sink, nimbers), Error);
}

}  // namespace own_partizan_game_test
}  // namespace mexbase::test
