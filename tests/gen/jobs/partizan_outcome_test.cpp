// SPDX-License-Identifier: MIT
// Tables of partizan outcomes: made, read and verified, for loopy and loop-free games.
#include <map>
#include <random>

#include "../../lib/solve/sweep/partizan_rules.hpp"
#include "gen/make/make_table.hpp"
#include "gen/verify/positions.hpp"
#include "lib/rules/game_of.hpp"
#include "query/format/contents.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test::partizan_outcome_test {

using Ordered = PartizanRules<Gives::order>;
using Unordered = PartizanRules<Gives::nothing>;

JobOptions partizan_job(Play play = Play::normal, unsigned threads = 2) {
    JobOptions options = job_of(ValueKind::partizan_outcome, threads, play);
    options.scratch = ::testing::TempDir();
    return options;
}

std::string tidewater() {
    return std::string("graph:file=") + MEXBASE_DATA + "/boards/tidewater.dot";
}

/// Returns the game of the family `graph` on a board that has no file.
std::unique_ptr<Game> graph_game(const std::shared_ptr<const Board>& board) {
    return make_game(stock_registry(), "graph:file=" + board_reference(*board), board);
}

std::vector<std::byte> graph_table(const Game& game, const JobOptions& options) {
    return make_table_bytes(game, options);
}

std::uint64_t verify(const Table& table, const JobOptions& options = partizan_job()) {
    const Game& game = table.game().value();
    return detail::verify_partizan_outcome(game, table, options);
}

/// Returns a board of vertices v0, v1, … with the arcs of a `PartizanGraph`.
std::shared_ptr<const Board> board_of(const PartizanGraph& g) {
    std::vector<std::string> names;
    std::vector<Board::Arc> arcs;
    std::vector<std::uint8_t> owners;
    for (Index v = 0; v < g.size(); ++v) {
        names.push_back("v" + std::to_string(v));
        for (std::size_t s = 0; s < 2; ++s)
            for (const Index to : g.options[s][v]) {
                arcs.emplace_back(static_cast<Vertex>(v), static_cast<Vertex>(to));
                owners.push_back(static_cast<std::uint8_t>(s + 1));
            }
    }
    return std::make_shared<const Board>(true, std::move(names), arcs, std::vector<std::uint8_t>{}, owners);
}

TEST(PartizanOutcomeTables, TidewaterHasEveryPairOfResults) {
    const auto game = make_game_from_files(stock_registry(), tidewater());
    ASSERT_TRUE(game->partizan());
    const Table table = Table::from_memory(graph_table(*game, partizan_job())).value();
    EXPECT_EQ(verify(table), 10U);
    const std::map<std::string, std::pair<std::string, std::string>> wanted = {
        {"rock", {"loss 0", "loss 0"}},  {"cairn", {"win 1", "win 1"}}, {"ness", {"win 5", "draw"}},
        {"dune", {"win 3", "draw"}},     {"holm", {"draw", "loss 2"}},  {"skerry", {"loss 0", "win 1"}},
        {"reef", {"loss 0", "draw"}},    {"spit", {"draw", "win 1"}},   {"sound", {"draw", "draw"}},
        {"strand", {"win 3", "loss 4"}},
    };
    for (const auto& [name, results] : wanted) {
        const PartizanOutcome value = table.probe(name).value().partizan;
        EXPECT_EQ(std::pair(to_string(value.left), to_string(value.right)), results) << name;
    }
    const TableInfo& info = table.info();
    EXPECT_EQ(info.value, ValueKind::partizan_outcome);
    EXPECT_EQ(info.longest_remoteness, 5U);
    for (std::size_t code = 0; code < partizan_codes; ++code) EXPECT_EQ(info.partizan[code], code == 5 ? 2U : 1U);
}

TEST(PartizanOutcomeTables, OfRandomLoopyGraphsAreThoseOfTheDefinition) {
    std::mt19937_64 random(6);
    for (int round = 0; round < 60; ++round) {
        const PartizanGraph g = random_partizan(random, 40);
        const auto board = board_of(g);
        if (board->owners().empty()) continue;
        const JobOptions options = partizan_job(round % 2 == 0 ? Play::normal : Play::misere);
        const Table table = Table::from_memory(graph_table(*graph_game(board), options)).value();
        EXPECT_TRUE(*table.board().value() == *board);
        const auto wanted = partizan_brute_force(g, options.play);
        const auto values = all_values(table);
        for (Index i = 0; i < g.size(); ++i) ASSERT_EQ(values[i].partizan, wanted[i]) << round << " at " << i;
        EXPECT_EQ(verify(table), g.size());
        JobOptions little = partizan_job();
        little.memory = 1;  // through a cursor
        EXPECT_EQ(verify(table, little), g.size());
    }
}

TEST(PartizanOutcomeTables, BytesDependNeitherOnThreadsNorOnTheStrategy) {
    std::mt19937_64 random(7);
    PartizanGraph g(6000);
    for (Index v = 0; v < g.size(); ++v)
        for (std::uint64_t k = random() % 4; k > 0; --k)
            g.options[random() % 2][v].push_back(random() % 8 == 0 ? random() % g.size() : random() % (v + 1));
    const auto game = graph_game(board_of(g));
    for (const Play play : {Play::normal, Play::misere}) {
        const auto bytes = graph_table(*game, partizan_job(play, 1));
        for (const Strategy strategy : {Strategy::child_counters, Strategy::forward}) {
            JobOptions options = partizan_job(play, 3);
            options.strategy = strategy;
            EXPECT_EQ(graph_table(*game, options), bytes) << to_string(strategy);
        }
    }
}

TEST(PartizanOutcomeTables, TheSweepOfAGameInOrderGivesTheBytesOfTheSolver) {
    std::mt19937_64 random(8);
    for (int round = 0; round < 6; ++round) {
        const PartizanGraph g = random_partizan(random, 2000, true, round % 3 == 0);
        const Index holes = random() % 3;
        const GameOf<Ordered> ordered(Ordered(g, holes), "partizan-list", nullptr);
        const GameOf<Unordered> unordered(Unordered(g, holes), "partizan-list", nullptr);
        const auto bytes = [&](const Game& game, Strategy strategy) {
            JobOptions options = partizan_job(round % 2 == 0 ? Play::normal : Play::misere);
            options.strategy = strategy;
            MemorySink sink;
            EXPECT_EQ(make_table(game, sink, options).info.positions, g.size());
            return sink.take();
        };
        const auto swept = bytes(ordered, Strategy::automatic);
        EXPECT_EQ(bytes(unordered, Strategy::forward), swept);
        EXPECT_EQ(bytes(unordered, Strategy::child_counters), swept);
        const Table table = Table::from_memory(swept).value();
        EXPECT_EQ(detail::verify_partizan_outcome(ordered, table, partizan_job()), g.size());
    }
    JobOptions little = partizan_job();
    little.memory = 100;
    MemorySink sink;
    const GameOf<Ordered> game(Ordered(PartizanGraph(26)), "partizan-list", nullptr);
    EXPECT_THROW(make_table(game, sink, little), Error);
}

/// Returns the table with these values, and with right checksums and counts.
Table with_values(const Table& table, const std::vector<Value>& values) {
    TableContents contents{.info = table.info()};
    const auto source = [&](StreamKind kind, auto number) {
        contents.streams.push_back(stream_of(kind, values, [number](const Value& v) { return number(v.partizan); }));
    };
    const auto outcome = [](const OutcomeValue& v) { return static_cast<std::uint32_t>(v.outcome); };
    const auto plies = [](const OutcomeValue& v) {
        return has_remoteness(v.outcome) ? static_cast<std::uint32_t>(v.remoteness) : dont_care;
    };
    source(StreamKind::left_outcome, [outcome](const PartizanOutcome& v) { return outcome(v.left); });
    source(StreamKind::left_remoteness, [plies](const PartizanOutcome& v) { return plies(v.left); });
    source(StreamKind::right_outcome, [outcome](const PartizanOutcome& v) { return outcome(v.right); });
    source(StreamKind::right_remoteness, [plies](const PartizanOutcome& v) { return plies(v.right); });
    return rewritten(table, std::move(contents));
}

TEST(PartizanOutcomeTables, VerificationFindsAnySingleWrongValue) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const auto game = make_game_from_files(stock_registry(), tidewater());
    const Table table = Table::from_memory(graph_table(*game, partizan_job())).value();
    const auto right = all_values(table);
    EXPECT_EQ(verify(with_values(table, right)), right.size());
    int wrongs = 0;
    for (std::size_t i = 0; i < right.size(); ++i)
        for (const Player player : {Player::left, Player::right})
            for (const OutcomeValue& lie :
                 {OutcomeValue{Outcome::draw, 0}, OutcomeValue{Outcome::loss, 0}, OutcomeValue{Outcome::win, 1},
                  OutcomeValue{Outcome::loss, 2}, OutcomeValue{Outcome::win, 3}, OutcomeValue{Outcome::win, 2}}) {
                auto values = right;
                PartizanOutcome& value = values[i].partizan;
                OutcomeValue& one = player == Player::left ? value.left : value.right;
                if (one == lie) continue;
                one = lie;
                ++wrongs;
                EXPECT_FALSE(passes(with_values(table, values), 2)) << to_string(lie) << " at " << i;
            }
    EXPECT_GT(wrongs, 90);
}

TEST(PartizanOutcomeTables, APartThatIsVerifiedHasTheWrongValueOrNot) {
    const auto game = make_game_from_files(stock_registry(), tidewater());
    const Table table = Table::from_memory(graph_table(*game, partizan_job())).value();
    auto values = all_values(table);
    const Index size = values.size();
    const auto finds = [&](const Table& wrong, const VerifiedPart& part) {
        JobOptions options = partizan_job();
        options.verified = part;
        try {
            EXPECT_GT(verify_table(*game, wrong, options), 0U);
            return false;
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ErrorCode::verification_failed) << e.what();
            return true;
        }
    };
    EXPECT_FALSE(finds(table, {2, size - 1}));
    EXPECT_FALSE(finds(table, {0, no_index, 3}));
    OutcomeValue& one = values[size / 2].partizan.left;
    one = one.outcome == Outcome::draw ? OutcomeValue{Outcome::win, 9} : OutcomeValue{Outcome::draw, 0};
    const Table wrong = with_values(table, values);
    EXPECT_TRUE(finds(wrong, {size / 2, size / 2 + 1}));
    EXPECT_TRUE(finds(wrong, {0, no_index, size})) << "a sample of all";
    Index right = 0;  // positions without a move to the wrong one
    for (Index i = 0; i < size; ++i) right += finds(wrong, {i, i + 1}) ? 0 : 1;
    EXPECT_GT(right, 0U);
    EXPECT_LT(right, size);
    JobOptions beyond = partizan_job();
    beyond.verified.from = size;
    EXPECT_EQ(error_code_of([&] { verify_table(*game, table, beyond); }), ErrorCode::bad_usage);
}

TEST(PartizanOutcomeTables, AGameThatMayEndWhileMovesAreLeftHasNoValuesInSums) {
    const GameOf<Ordered> game(Ordered(PartizanGraph(3)), "partizan-list", nullptr);
    EXPECT_TRUE(std::ranges::equal(game.facts().kinds, std::array{ValueKind::partizan_outcome, ValueKind::outcome}));
    EXPECT_EQ(default_kind(game), ValueKind::partizan_outcome);
    MemorySink sink;
    EXPECT_EQ(refusal_of([&] { make_table(game, sink, job_of(ValueKind::canonical, 1)); }, ErrorCode::not_applicable),
              "partizan-list has no canonical values, because play may end while moves are left: its positions are not "
              "components of sums; it has partizan-outcome");
}

TEST(PartizanOutcomeTables, AGameThatIsCutOffHasNone) {
    const std::vector<Board::Arc> arcs = {{0, 1}, {1, 0}};
    const std::vector<std::uint8_t> owners = {Board::left, Board::right};
    const auto board = std::make_shared<const Board>(true, std::vector<std::string>{"a", "b"}, arcs,
                                                     std::vector<std::uint8_t>{Board::plain, Board::beyond}, owners);
    EXPECT_EQ(refusal_of([&] { graph_table(*graph_game(board), partizan_job()); }, ErrorCode::not_applicable),
              "this game of graph has a bound, but partizan outcomes need the whole game");
}

TEST(OwnedBoards, AreStoredWithTheirOwnersAndNamedByThem) {
    const std::vector<Board::Arc> arcs = {{1, 0}, {0, 1}, {1, 1}};
    const std::vector<std::string> names = {"a", "b"};
    const auto board = [&](std::vector<std::uint8_t> owners) { return Board(true, names, arcs, {}, owners); };
    const Board plain = board({}), owned = board({Board::left, Board::right, Board::either});
    EXPECT_EQ(board_reference(board({0, 0, 0})), board_reference(plain));
    EXPECT_NE(board_reference(owned), board_reference(plain));
    EXPECT_NE(board_reference(owned), board_reference(board({Board::right, Board::left, Board::either})));
    const auto bytes = format::encode_board(owned);
    EXPECT_TRUE(format::parse_board(bytes) == owned);
    // One byte per arc at the end, by number of the arc.
    const auto before = format::encode_board(plain);
    ASSERT_EQ(bytes.size(), before.size() + 3);
    EXPECT_EQ(bytes[0], std::byte{5});
    EXPECT_EQ(std::vector(bytes.end() - 3, bytes.end()), (std::vector{std::byte{2}, std::byte{1}, std::byte{0}}));

    const auto refusal = [](std::vector<std::byte> text) { return error_code_of([&] { format::parse_board(text); }); };
    auto wrong = bytes;
    wrong.back() = std::byte{3};
    EXPECT_EQ(refusal(wrong), ErrorCode::corrupt) << "no such owner";
    wrong = bytes;
    wrong[0] = std::byte{4};
    EXPECT_EQ(refusal(wrong), ErrorCode::corrupt) << "an undirected board";
    wrong[0] = std::byte{13};
    EXPECT_EQ(refusal(wrong), ErrorCode::unsupported_version);
    wrong = bytes;
    wrong.pop_back();
    EXPECT_EQ(refusal(wrong), ErrorCode::corrupt) << "too short";
    wrong = bytes;
    wrong.push_back(std::byte{0});
    EXPECT_EQ(refusal(wrong), ErrorCode::corrupt) << "too long";
}

}  // namespace mexbase::test::partizan_outcome_test
