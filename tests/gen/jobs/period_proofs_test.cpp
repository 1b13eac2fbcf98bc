// SPDX-License-Identifier: MIT
// Periods that tables claim as proven are true of their game, however few heaps the table stores.
#include <random>
#include <set>

#include "gen/make/make_table.hpp"
#include "lib/games/heaps/heaps.hpp"
#include "lib/games/heaps/octal.hpp"
#include "lib/rules/registry.hpp"
#include "lib/solve/heaps/nimber_sweep.hpp"
#include "lib/solve/heaps/obliged_sweep.hpp"
#include "value_tables.hpp"

namespace mexbase::test::period_proofs_test {

/// Makes the table of heaps 0..max. If it has values for further heaps, compares ten times as many with sweeps over all
/// heaps of `moves` that use no period. Returns true if it has.
bool expect_true_proof(const std::string& game, const TakeAndBreak& moves, Index max, ValueKind kind, Index shift = 0) {
    const std::string spec = game + "max=" + std::to_string(max);
    const Table table = Table::from_memory(make_table_bytes(spec, job_of(kind, 1))).value();
    EXPECT_TRUE(passes(table)) << spec;
    if (!table.info().repetition()) {
        EXPECT_EQ(table.at(max + 1).error().code, ErrorCode::out_of_domain);
        return false;
    }
    const Index longer = 10 * max + 100;
    const auto compare = [&](auto sweep) {
        sweep.extend(longer + shift);
        for (Index i = 0; i < longer; ++i) {
            const Value value = table.at(i).value();
            const std::uint64_t code = kind == ValueKind::nimber ? value.nimber.nimber : value.obliged.code();
            ASSERT_EQ(code, sweep.value(i + shift)) << spec << ' ' << to_string(kind) << ' ' << i;
        }
    };
    if (kind == ValueKind::nimber)
        compare(NimberSweep(moves, {.plain = true}));
    else
        compare(ObligedSweep(moves));
    return true;
}

int expect_true_proofs(const std::string& game, const TakeAndBreak& moves, Index max) {
    int proofs = 0;
    for (const ValueKind kind : {ValueKind::nimber, ValueKind::obliged})
        proofs += expect_true_proof(game, moves, max, kind) ? 1 : 0;
    return proofs;
}

TEST(PeriodProofs, OfSubtractionGamesCountNumbersThatNoHeapReaches) {
    std::mt19937_64 random(1);
    int proofs = 0, out_of_reach = 0;
    for (int round = 0; round < 1500; ++round) {
        std::set<Index> set;
        for (std::uint64_t k = 1 + random() % 4; k > 0; --k) set.insert(1 + random() % 12);
        std::string numbers;
        TakeAndBreak moves;
        for (const Index n : set) {
            numbers += (numbers.empty() ? "" : "-") + std::to_string(n);
            moves.moves.insert(moves.moves.end(), {{n, 0}, {n, 1}});
        }
        const Index max = random() % (random() % 3 == 0 ? 60 : 14);
        out_of_reach += *set.rbegin() > max ? 1 : 0;
        proofs += expect_true_proofs("subtraction:set=" + numbers + ",", moves, max);
    }
    EXPECT_GT(proofs, 300);
    EXPECT_GT(out_of_reach, 300);
}

TEST(PeriodProofs, OfCodesCountDigitsThatNoHeapReaches) {
    std::mt19937_64 random(2);
    int proofs = 0;
    for (int round = 0; round < 1000; ++round) {
        std::string code = random() % 8 == 0 ? "4." : "0.";
        for (std::uint64_t k = 1 + random() % 5; k > 0; --k) {
            // Many digits that leave at most one heap, for which some period is soon proven.
            const std::uint64_t digits = random() % 2 == 0 ? 4 : random() % 4 == 0 ? 10 : 8;
            code += static_cast<char>('0' + random() % digits);
        }
        if (code.find_first_not_of("0.") == std::string::npos) continue;
        const Index max = random() % (random() % 3 == 0 ? 60 : 14);
        proofs += expect_true_proofs("octal:code=" + code + ",", octal_moves(normal_octal_code(code)), max);
    }
    EXPECT_GT(proofs, 200);
}

TEST(PeriodProofs, OfHeapsThatMustDifferAndOfStripsAreTrue) {
    int proofs = 0;
    for (Index max = 0; max <= 40; ++max) {
        proofs += expect_true_proofs("grundy:", grundys_game(), max);
        expect_true_proof("treblecross:", octal_moves("0.007"), max, ValueKind::nimber, 2);
    }
    EXPECT_GT(proofs, 10);
}

// A past defect: without the number 2, two heaps without a move "proved" that no heap has one.
TEST(PeriodProofs, OneMoveOutOfReachIsAMoveAllTheSame) {
    const Table table = make_table("subtraction:set=2,max=1", job_of(ValueKind::nimber));
    EXPECT_FALSE(table.info().repetition());
    EXPECT_EQ(table.probe("2").error().code, ErrorCode::out_of_domain);
    EXPECT_TRUE(make_table("subtraction:set=2,max=6", job_of(ValueKind::nimber)).info().repetition());
    // Arbitrarily large numbers.
    const Table far = make_table("subtraction:set=1-5000000000,max=100", job_of(ValueKind::nimber));
    EXPECT_FALSE(far.info().repetition());
    EXPECT_EQ(far.probe("7").value().nimber.nimber, 1u);
}

/// Returns a table with its period as written before version 1.3: without its theorem.
Table without_theorem(const std::string& spec, std::uint32_t rules_version, Period period, const Registry& registry) {
    const Table table = make_table(spec, job_of(ValueKind::nimber));
    TableContents contents{.info = table.info()};
    contents.info.rules_version = rules_version;
    contents.info.period = period;
    contents.info.theorem.reset();
    const auto values = all_values(table);
    contents.streams.push_back(stream_of(
        StreamKind::nimber, values, [](const Value& v) { return static_cast<std::uint32_t>(v.nimber.nimber + 1); }));
    MemorySink sink;
    write_table(sink, contents);
    OpenOptions options;
    options.registry = &registry;
    return Table::from_memory(sink.take(), options).value();
}

TEST(PeriodProofs, OldTablesAreBelievedAsFarAsTheRulesProveThem) {
    const Registry none{{}};
    // False by the current rules and by the older ones.
    for (const std::uint32_t version : {1u, 2u}) {
        const Table old = without_theorem("subtraction:set=2,max=1", version, {0, 1, 0, true}, stock_registry());
        EXPECT_TRUE(old.info().period->proven);
        EXPECT_FALSE(old.info().repetition());
        EXPECT_EQ(old.probe("#1").value().nimber.nimber, 0u);
        EXPECT_EQ(old.probe("#2").error().code, ErrorCode::out_of_domain);
        EXPECT_EQ(old.at(3).error().code, ErrorCode::out_of_domain);
    }
    EXPECT_FALSE(passes(without_theorem("subtraction:set=2,max=1", 2, {0, 1, 0, true}, stock_registry())));
    // True: Kayles, with known and with unknown rules.
    const Table kayles = without_theorem("octal:code=0.77,max=200", 1, {71, 12, 0, true}, stock_registry());
    EXPECT_EQ(kayles.probe("1000000").value(), kayles.at(71 + (1000000 - 71) % 12).value());
    EXPECT_TRUE(passes(kayles));
    const Table unknown = without_theorem("octal:code=0.77,max=200", 1, {71, 12, 0, true}, none);
    EXPECT_EQ(unknown.at(201).error().code, ErrorCode::out_of_domain);
    // Too short for the theorem.
    const Table early = without_theorem("octal:code=0.77,max=160", 1, {71, 12, 0, true}, stock_registry());
    EXPECT_EQ(early.at(161).error().code, ErrorCode::out_of_domain);
    EXPECT_FALSE(passes(early));
}

// A theorem about another game is not used, and verification finds it.
TEST(PeriodProofs, ATheoremMustSpeakOfTheGame) {
    const Table table = make_table("octal:code=0.77,max=200", job_of(ValueKind::nimber));
    const auto values = all_values(table);
    for (const PeriodTheorem& theorem : {PeriodTheorem{PeriodTheorem::Kind::take_and_break, 1, 2, 0},
                                         PeriodTheorem{PeriodTheorem::Kind::take_and_break, 2, 1, 0},
                                         PeriodTheorem{PeriodTheorem::Kind::take_and_break, 2, 2, 1},
                                         PeriodTheorem{PeriodTheorem::Kind::unequal_heaps, 0, 2, 0}}) {
        TableContents contents{.info = table.info()};
        contents.info.theorem = theorem;
        contents.streams.push_back(stream_of(StreamKind::nimber, values, [](const Value& v) {
            return static_cast<std::uint32_t>(v.nimber.nimber + 1);
        }));
        MemorySink sink;
        write_table(sink, contents);
        const std::vector<std::byte> bytes = sink.take();
        EXPECT_EQ(Table::from_memory(bytes).error().code, ErrorCode::corrupt);
        // A reader without the rules must accept it; verification does not.
        const Registry none{{}};
        OpenOptions options;
        options.registry = &none;
        const Table believed = Table::from_memory(bytes, options).value();
        EXPECT_TRUE(believed.at(1000));
        EXPECT_FALSE(passes_with(believed, table.game().value()));
    }
}

/// Subtraction with a set that lacks 3.
class Forgetful : public Subtraction {
  public:
    static constexpr std::string_view family = "forgetful";
    static constexpr Has has{.heap_game = true,
                             .options_descend = true,
                             .predecessors = true,
                             .drawing = true,
                             .value_kinds = true,
                             .normalise = true};
    static constexpr std::array value_kinds{ValueKind::nimber};
    static Forgetful make(const Parameters& p) { return Forgetful(p.number("max", 0, 1000)); }
    static const FamilyHelp& help() {
        static constexpr KeyHelp keys[] = {{"max", "", "0..1000", "the largest heap"}};
        static constexpr FamilyHelp text{"take one or three", "the heap", "a test", keys, "forgetful:max=9"};
        return text;
    }
    static void normalise(Parameters&) {}
    explicit Forgetful(Index max) : Subtraction(max, {1, 3}) {}
    HeapGame heap_game() const { return {{{{1, 0}, {1, 1}}, false}}; }
};

TEST(PeriodProofs, VerificationComparesTheGameThatIsSolvedWithTheRules) {
    const Registry registry({family_of<Forgetful>()});
    // No heap of this table is large enough for the missing move.
    const auto game = make_game(registry, "forgetful:max=2");
    JobOptions job = job_of(ValueKind::nimber, 1);
    const Table table = Table::from_memory(make_table_bytes(*game, job), {.registry = &registry}).value();
    EXPECT_THROW(check_rules(*game, job), Error);
    job.rules_checked = false;
    EXPECT_THROW(verify_table(*game, table, job), Error);
}

}  // namespace mexbase::test::period_proofs_test
