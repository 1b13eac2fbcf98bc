// SPDX-License-Identifier: MIT
// Games explored at full size, compared with games explored in memory with all their moves.
#include "gen/explore/large_rules.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <set>

#include "../jobs/tables.hpp"
#include "../scratch.hpp"
#include "bench/quixo_rules.hpp"
#include "board_rules.hpp"
#include "by_texts.hpp"
#include "gen/explore/positions/explored_positions.hpp"
#include "gen/make/make_table.hpp"
#include "gen/text_order.hpp"
#include "random_rules.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::large_rules_test {

/// Everything on disk, in the smallest pieces.
LargeOptions in_pieces(unsigned threads) {
    LargeOptions options;
    options.explore.threads = threads;
    options.reversing.scratch = std::filesystem::temp_directory_path().string();
    options.reversing.memory = 0;
    options.reversing.block_log2 = 3;
    return options;
}

/// Compares two games' positions and options. `program` may have no right options if it is not partizan.
void expect_same_game(const Game& game, const Game& program) {
    EXPECT_EQ(game.spec(), program.spec());
    EXPECT_EQ(game.partizan(), program.partizan());
    EXPECT_EQ(game.start(), program.start());
    ASSERT_EQ(game.size(), program.size());
    std::vector<Index> ahead, expected;
    for (Index i = 0; i < game.size(); ++i) {
        EXPECT_EQ(game.legal(i), program.legal(i));
        if (!game.legal(i)) continue;
        EXPECT_EQ(game.parse(program.format(i)), i);
        for (const Player player : {Player::left, Player::right}) {
            game.options(i, player, ahead);
            std::ranges::sort(ahead);
            program.options(i, player, expected);
            std::ranges::sort(expected);
            EXPECT_TRUE(ahead == expected || (player == Player::right && !program.partizan())) << program.format(i);
        }
    }
}

/// Explores rules both ways, and compares all positions, their moves in both directions and their tables. Returns the
/// game.
template <class Rules>
std::unique_ptr<Game> expect_as_program(const Rules& rules, const LargeOptions& options) {
    ExploreOptions cut{.bound = options.explore.bound};
    const auto program = game_by_texts("game", rules, cut);
    const Board& board = *program->board();
    Explored explored = explore_large(rules, options);
    const auto positions = explored.positions;
    EXPECT_EQ(positions->reversed().count(), board.arc_count());
    auto game = explored_game("game", std::move(explored), options.explore.bound);
    expect_same_game(*game, *program);
    for (Index i = 0; i < game->size(); ++i) EXPECT_EQ(positions->mark(i), board.mark(static_cast<Vertex>(i)));
    JobOptions job = quick_job();
    job.arcs = true;
    job.value = program->partizan() ? ValueKind::partizan_outcome : ValueKind::outcome;
    check_rules(*game, job);  // predecessors have the right multiplicity
    check_chunks(*game);
    const auto bytes = make_table_bytes(*game, job);
    EXPECT_EQ(bytes, make_table_bytes(*program, job));
    verify_table(*game, Table::from_memory(bytes).value(), job);
    return game;
}

TEST(LargeRules, AreTheGameThatIsExploredInMemory) {
    // Positions as texts; with symmetries and ties.
    EXPECT_EQ(expect_as_program(ReducedTicTacToe{}, in_pieces(2))->size(), 765U);
    // With draws, because play need not end.
    EXPECT_EQ(expect_as_program(MuTorereRules{}, LargeOptions{})->size(), 1180U);
    // Separate moves and ends per player; texts of different lengths.
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
        const RandomRules rules{seed, 200, 3, seed % 2 == 0, seed % 4 < 2};
        expect_as_program(rules, in_pieces(1 + seed % 3));
    }
}

/// Returns all data of the game as numbers.
std::vector<std::uint64_t> account_of(const Explored& game) {
    const ReversedMoves& reversed = game.positions->reversed();
    std::vector<std::uint64_t> all{game.positions->size(), game.checksum, reversed.count()};
    std::vector<Index> back;
    for (Index i = 0; i < game.positions->size(); ++i)
        for (const Player player : {Player::left, Player::right}) {
            back.clear();
            reversed.add_sources(i, player, back);
            all.push_back(back.size());
            all.insert(all.end(), back.begin(), back.end());
        }
    return all;
}

TEST(LargeRules, AreTheSameForAnyThreadsAndPieces) {
    const RandomRules rules{7, 3000, 3, true, true};
    const auto expected = account_of(explore_large(rules));
    for (const unsigned threads : {2U, 5U}) {
        LargeOptions options = in_pieces(threads);
        options.reversing.block_log2 = threads == 2 ? 0 : 9;
        EXPECT_EQ(account_of(explore_large(rules, options)), expected) << threads;
    }
}

TEST(LargeRules, AreTheSameForAnyMemory) {
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        const RandomRules rules{seed, 3000, 3, seed % 2 == 0, seed < 2};
        const auto expected = account_of(explore_large(rules));
        for (const std::uint64_t memory : {1U << 10, 20000U, 40000U, 1U << 20}) {
            LargeOptions options = in_pieces(1 + seed % 3);
            options.explore.memory = memory;
            EXPECT_EQ(account_of(explore_large(rules, options)), expected) << seed << " " << memory;
        }
    }
}

/// `RandomRules` with positions of type `Held`, an array of numbers.
template <class Held>
struct HeldRules {
    using Position = Held;
    RandomRules rules;

    static Position held(std::uint32_t number) {
        Position p{};
        if constexpr (std::same_as<Held, std::vector<std::uint8_t>>) p.resize(5);
        for (std::size_t k = 0; k < 4; ++k) p[k] = static_cast<std::uint8_t>(number >> 8 * k);
        p.back() = 7;
        return p;
    }
    static std::uint32_t number(const Position& p) {
        std::uint32_t number = 0;
        for (std::size_t k = 0; k < 4; ++k) number |= std::uint32_t{p[k]} << 8 * k;
        return number;
    }
    std::vector<Position> starts() const {
        std::vector<Position> all;
        for (const std::uint32_t p : rules.starts()) all.push_back(held(p));
        return all;
    }
    std::string text(const Position& p) const {
        EXPECT_EQ(p.back(), 7);
        return rules.text(number(p));
    }
    bool partizan() const { return rules.partizan(); }
    std::optional<OutcomeValue> terminal(const Position& p, Player player) const {
        return rules.terminal(number(p), player);
    }
    template <class F>
    void for_each_option(const Position& p, Player player, F f) const {
        rules.for_each_option(number(p), player, [&f](std::uint32_t q) { f(held(q)); });
    }
};

TEST(LargeRules, AreTheSameWhateverTheirPositionsAre) {
    const RandomRules rules{7, 3000, 3, true, true};
    const auto expected = account_of(explore_large(rules));
    ASSERT_GT(expected.front(), 500U);
    for (const std::uint64_t memory : {0U, 1U << 10}) {
        LargeOptions options = in_pieces(2);
        options.explore.memory = memory;
        // The record is as long as the position, padded, or of no fixed length.
        EXPECT_EQ(account_of(explore_large(HeldRules<std::array<std::uint8_t, 6>>{rules}, options)), expected);
        EXPECT_EQ(account_of(explore_large(HeldRules<std::array<std::uint8_t, 13>>{rules}, options)), expected);
        EXPECT_EQ(account_of(explore_large(HeldRules<std::array<std::uint16_t, 50>>{rules}, options)), expected);
    }
    // A position that is neither a plain value nor a string stays in memory.
    const HeldRules<std::vector<std::uint8_t>> lists{rules};
    LargeOptions options = in_pieces(2);
    options.checkpoint = {file_in_scratch("explored"), "lists", 0};
    EXPECT_EQ(account_of(explore_large(lists, options)), expected);
    EXPECT_FALSE(std::filesystem::exists(options.checkpoint.path));
    options.explore.memory = 1 << 10;
    EXPECT_TRUE(refusal_of([&] { explore_large(lists, options); }, ErrorCode::out_of_memory)
                    .ends_with("positions are known so far; scratch files cannot be used, because the positions are "
                               "neither plain values nor strings"));
}

TEST(LargeRules, InScratchFilesAreTheGameThatIsExploredInMemory) {
    LargeOptions options = in_pieces(2);
    options.explore.memory = 1 << 10;
    // Positions that are texts, other strings, numbers, and plain values of six bytes.
    EXPECT_EQ(expect_as_program(ReducedTicTacToe{}, options)->size(), 765U);
    EXPECT_EQ(expect_as_program(MuTorereRules{}, options)->size(), 1180U);
    expect_as_program(RandomRules{3, 400, 3, true, true}, options);
    expect_as_program(ReducedQuixoRules(3), options);
    struct Numbered : MuTorereRules {
        std::string text(const Position& p) const { return p.substr(2) + p[0]; }
    };
    EXPECT_EQ(expect_as_program(Numbered{}, options)->size(), 1180U);
}

TEST(LargeRules, ThatAreCutOffAreTheGameThatIsCutOffInMemory) {
    for (std::uint32_t seed = 0; seed < 12; ++seed)
        for (const std::uint64_t memory : {0U, 1U << 10}) {
            LargeOptions options = in_pieces(1 + seed % 3);
            options.explore.memory = memory;
            options.explore.bound = 5 + 20 * seed;
            // Ties within a bound are refused, and so are partizan games.
            RandomRules rules{seed, 200, 3, false, false};
            expect_as_program(rules, options);
        }
    LargeOptions none;
    none.explore.bound = 1;
    EXPECT_EQ(refusal_of(
                  [&] {
                      explore_large(RandomRules{7, 100, 3, false, false}, none);
                  },
                  ErrorCode::bad_usage),
              "the game has 2 positions to start from, more than bound=1 allows");
}

TEST(LargeRules, ThatArePartizanAndCutOffAreTheSameInAnyMemory) {
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        const RandomRules rules{seed, 200, 3, true, seed % 2 == 0};
        LargeOptions options = in_pieces(1 + seed % 3);
        options.explore.bound = 5 + 12 * seed;
        ExploreOptions cut{.bound = options.explore.bound};
        const auto program = game_by_texts("game", rules, cut);
        const auto expected = explore_large(rules, options);
        options.explore.memory = 1 << 10;
        const Explored explored = explore_large(rules, options);
        EXPECT_EQ(account_of(explored), account_of(expected)) << seed;
        const auto game = explored_game("game", Explored(explored), options.explore.bound);
        ASSERT_EQ(game->size(), program->size());
        std::uint64_t beyond = 0;
        std::vector<Index> to;
        for (Index i = 0; i < game->size(); ++i) {
            EXPECT_EQ(game->format(i), program->format(i));
            EXPECT_EQ(explored.positions->mark(i), program->board()->mark(static_cast<Vertex>(i)));
            beyond += game->legal(i) ? 0 : 1;
            if (!game->legal(i)) continue;
            // The rules give the moves within the bound and those that leave it.
            std::uint64_t left_out = 0;
            for (const Player player : {Player::left, Player::right}) {
                std::multiset<std::string> found, inside;
                game->options(i, player, to);
                for (const Index each : to) found.insert(game->format(each));
                if ((explored.positions->mark(i) & Board::stopped) == 0)
                    for (std::uint32_t p = 0; p < rules.size; ++p)
                        if (rules.text(p) == game->format(i))
                            rules.for_each_option(p, player, [&](std::uint32_t q) {
                                const std::uint64_t v = program->board()->find(rules.text(q));
                                if (game->legal(v))
                                    inside.insert(rules.text(q));
                                else
                                    ++left_out;
                            });
                EXPECT_EQ(found, inside) << game->format(i);
            }
            EXPECT_EQ(game->leaves_bound(i), left_out);
        }
        EXPECT_TRUE(beyond != 0 || seed > 2) << seed;
        // The moves of positions past the bound are unknown.
        if (beyond == 0) continue;
        JobOptions job = quick_job();
        for (const ValueKind kind : {ValueKind::partizan_outcome, ValueKind::canonical}) {
            job.value = kind;
            MemorySink sink;
            refusal_of([&] { make_table(*game, sink, job); }, ErrorCode::not_applicable);
        }
    }
}

/// Rules that throw after a given number of expanded positions.
struct Killed : RandomRules {
    std::shared_ptr<std::atomic<std::uint64_t>> left;
    template <class F>
    void for_each_option(Position p, Player player, F f) const {
        if (left->fetch_sub(1) == 0) throw Error(ErrorCode::interrupted, "killed");
        RandomRules::for_each_option(p, player, f);
    }
};

TEST(LargeRules, GoOnFromTheirLastLevel) {
    const RandomRules rules{5, 2000, 3, false, false};
    const auto expected = account_of(explore_large(rules));
    for (const std::uint64_t memory : {0U, 1U << 10, 20000U}) {
        SCOPED_TRACE(memory);
        LargeOptions options = in_pieces(2);
        options.explore.memory = memory;
        options.checkpoint.path = file_in_scratch("explored");
        options.checkpoint.job = "random";
        options.checkpoint.seconds = 0;
        Killed killed{rules, std::make_shared<std::atomic<std::uint64_t>>(900)};
        refusal_of([&] { explore_large(killed, options); }, ErrorCode::interrupted);
        EXPECT_TRUE(std::filesystem::exists(options.checkpoint.path));
        // With the same, more and less memory.
        const std::string saved = bytes_of(options.checkpoint.path);
        for (const std::uint64_t other : {memory, std::uint64_t{0}, std::uint64_t{1} << 10}) {
            std::ofstream(options.checkpoint.path, std::ios::binary) << saved;
            options.explore.memory = other;
            std::uint64_t first = 0;
            options.explore.progress = [&first](std::uint64_t asked, std::uint64_t) {
                if (first == 0) first = asked;
            };
            EXPECT_EQ(account_of(explore_large(rules, options)), expected) << other;
            EXPECT_GT(first, 200U);
        }
        const RandomRules different{6, 2000, 3, false, false};
        EXPECT_EQ(refusal_of([&] { explore_large(different, options); }, ErrorCode::bad_usage),
                  "cannot resume the exploration: the rules do not lead to the saved positions");
        options.checkpoint.job = "another";
        EXPECT_NE(
            refusal_of([&] { explore_large(rules, options); }, ErrorCode::bad_usage).find("not a checkpoint of this"),
            std::string::npos);
        std::filesystem::remove(options.checkpoint.path);
    }
}

/// Limits the size of files while it lives: writes fail as on a full disk.
class FileLimit {
  public:
    explicit FileLimit(unsigned bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
        EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &before_), 0);
        const ::rlimit small{bytes, before_.rlim_max};
        EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    }
    ~FileLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signal_);
    }
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;

  private:
    ::rlimit before_{};
    void (*signal_)(int);
};

TEST(LargeRules, OnAFullDiskAreRefused) {
    LargeOptions options = in_pieces(2);
    options.explore.memory = 1 << 10;
    for (const unsigned bytes : {100U, 3000U, 20000U}) {
        const FileLimit limit(bytes);
        const std::string what = refusal_of(
            [&] {
                explore_large(RandomRules{7, 10000, 3, false, false}, options);
            },
            ErrorCode::io);
        EXPECT_TRUE(what.starts_with("cannot write to scratch space in ")) << what;
    }
}

TEST(LargeRules, GoOnWithoutACheckpointThatTheDiskHasNoRoomFor) {
    const RandomRules rules{7, 3000, 3, false, false};
    const auto expected = account_of(explore_large(rules));
    std::string failure;
    LargeOptions options{.checkpoint = {file_in_scratch("explored"), "random", 0, &failure}};
    {
        const FileLimit limit(5000);
        EXPECT_EQ(account_of(explore_large(rules, options)), expected);
    }
    EXPECT_EQ(failure, "cannot write to the checkpoint \"" + options.checkpoint.path + "\": File too large");
    EXPECT_FALSE(std::filesystem::exists(options.checkpoint.path));
}

TEST(LargeRules, AreTheSameWhenTheyMoveFromMemoryToScratchFiles) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        const RandomRules rules{seed, 300, 3, seed % 2 == 0, seed % 4 < 2};
        ExploreOptions explore{.bound = seed == 5 ? 100U : 0U};
        const auto program = game_by_texts("game", rules, explore);
        const auto moved = in_scratch_files(*program, 1 + seed % 3, std::filesystem::temp_directory_path(), 1 << 12);
        EXPECT_EQ(moved->spec(), program->spec());
        JobOptions job = quick_job();
        job.arcs = true;
        job.value = program->partizan() ? ValueKind::partizan_outcome : ValueKind::outcome;
        EXPECT_EQ(make_table_bytes(*moved, job), make_table_bytes(*program, job)) << seed;
    }
}

TEST(TextRules, InScratchFilesAreTheGameThatIsExploredInMemory) {
    const std::string folder = std::filesystem::temp_directory_path().string();
    for (const bool partizan : {false, true}) {
        const RandomRules rules{3, 400, 3, partizan, true};
        ExploreOptions small{.memory = 1 << 12};
        ByTexts<RandomRules> texts(rules);
        const auto game = explored_game(stock_registry(), "game", texts, small, folder);
        EXPECT_EQ(game->board(), nullptr) << "in scratch files";
        expect_same_game(*game, *game_by_texts("game", rules));
    }
}

/// A chain of heaps down from 400, with one answer in the other form.
struct OneOtherAnswer final : TextRules {
    explicit OneOtherAnswer(bool partizan) : most_are_partizan(partizan) {}
    void answer_start(Answers& answers) override {
        answers.begin(false);
        answers.add_option("400", Board::either);
    }
    void answer(unsigned, std::span<const std::string> positions, Answers& answers) override {
        for (const std::string& text : positions) {
            const bool partizan = most_are_partizan != (text == "7");
            answers.begin(partizan);
            if (text != "0")
                answers.add_option(std::to_string(std::stoi(text) - 1), partizan ? Board::left : Board::either);
        }
    }
    bool most_are_partizan;
};

TEST(TextRules, OfWhichOneAnswerIsOfAnotherKindAreRefused) {
    for (const bool partizan : {false, true})
        for (const std::uint64_t memory : {0U, 1U << 10}) {
            OneOtherAnswer rules(partizan);
            ExploreOptions options{.memory = memory};
            const std::string folder = std::filesystem::temp_directory_path().string();
            EXPECT_EQ(refusal_of([&] { explored_game(stock_registry(), "game", rules, options, folder); },
                                 ErrorCode::bad_file),
                      std::string("the answer to the position \"7\" ") +
                          (partizan ? "does not separate the options of the players, but other answers do"
                                    : "separates the options of the players, but other answers do not"));
        }
}

TEST(LargeRules, ThatAreTooManyOrAtFaultAreRefused) {
    const RandomRules rules{7, 10000, 3, false, false};
    LargeOptions options;
    const auto refusal = [&](ErrorCode code) { return refusal_of([&] { explore_large(rules, options); }, code); };
    options.explore.positions = 100;
    EXPECT_EQ(refusal(ErrorCode::out_of_memory),
              "play reaches more than 100 positions: allow more, or limit the game with bound=");
    options.explore.positions = 100000;
    options.explore.memory = 50000;
    options.reversing.scratch.clear();
    EXPECT_TRUE(refusal(ErrorCode::out_of_memory).starts_with("exploring needs more memory than allowed: "));
    for (const std::uint64_t memory : {50000U, 0U}) {
        options.explore.memory = memory;
        options.reversing = {"/there/is/no/such/folder", 10, 0};
        refusal(ErrorCode::io);
    }
    options = in_pieces(2);
    options.explore.memory = 1 << 10;
    options.explore.positions = 100;
    EXPECT_EQ(refusal(ErrorCode::out_of_memory),
              "play reaches more than 100 positions: allow more, or limit the game with bound=");

    struct SameText : RandomRules {
        std::string text(Position p) const { return "p" + std::to_string(p / 2); }
    };
    for (const std::uint64_t memory : {0U, 1U << 10}) {
        LargeOptions room = in_pieces(1);
        room.explore.memory = memory;
        EXPECT_TRUE(refusal_of(
                        [&] {
                            explore_large(SameText{{7, 100, 3, false, false}}, room);
                        },
                        ErrorCode::bad_file)
                        .starts_with("two positions have the text \"p"));
    }
    struct NoText : RandomRules {
        std::string text(Position) const { return "a b"; }
    };
    EXPECT_EQ(refusal_of(
                  [] {
                      explore_large(NoText{{7, 100, 3, false, false}});
                  },
                  ErrorCode::bad_file),
              "position \"a b\" contains a space or |, which is not allowed");
    EXPECT_TRUE(refusal_of(
                    [] {
                        explored_game("a b", explore_large(RandomRules{7, 100, 3, false, false}));
                    },
                    ErrorCode::bad_spec)
                    .starts_with("name must be 1 to 100 letters"));
}

TEST(TextOrder, OrdersTextsAsTheirBytesDo) {
    std::mt19937 dice(1);
    for (const std::size_t longest : {4U, 40U}) {
        std::vector<std::string> texts(300);
        TextOrder order;
        for (std::string& text : texts) {
            for (std::size_t n = 1 + dice() % longest; n != 0; --n)
                text += static_cast<char>(dice() % 3 == 0 ? 0xc3 : 'a' + dice() % 3);
            order.add(text);
        }
        order.finish();
        EXPECT_EQ(order.exact(), longest == 4);
        std::ranges::sort(texts);
        bool differ = false;
        for (std::size_t k = 1; k < texts.size(); ++k) {
            const auto before = order.key(texts[k - 1]), key = order.key(texts[k]);
            EXPECT_LE(before, key) << texts[k];
            EXPECT_TRUE(!order.exact() || (before == key) == (texts[k - 1] == texts[k])) << texts[k];
            differ = differ || before != key;
        }
        EXPECT_TRUE(differ);
    }
}

TEST(TextOrder, TextsThatAreTooLongForANumberAreComparedThemselves) {
    struct Scattered : RandomRules {
        std::string text(Position p) const {
            std::string all;
            for (unsigned k = 0; k < 70; ++k) all += static_cast<char>('a' + ((p >> 9) * (k + 3) + k) % 23);
            return all + std::to_string(p % 512);
        }
    };
    for (const std::uint64_t memory : {0U, 1U << 10}) {
        LargeOptions options = in_pieces(3);
        options.explore.memory = memory;
        expect_as_program(Scattered{{3, 900, 4, false, false}}, options);
    }
}

}  // namespace mexbase::test::large_rules_test
