// SPDX-License-Identifier: MIT
#include "ranks.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/solve/graph/order_of_moves.hpp"
#include "../../../lib/solve/graph/turn_moves.hpp"
#include "../../../lib/solve/retrograde/strategy.hpp"

namespace mexbase {

namespace {

/// A job as rank 0 describes it to the other ranks: to solve a game, or to verify a table.
struct SharedJob {
    bool verifies = false;
    std::string spec;  ///< of the game, or the path of the table
    Distance distance{};
    ValueKind value{};
    Play play{};
    std::uint64_t memory = 0;  ///< bytes per machine
    unsigned threads = 1;      ///< per machine
    VerifiedPart verified;
};

constexpr std::size_t job_numbers = 9;

std::vector<std::byte> bytes_of(const SharedJob& job) {
    const std::array<std::uint64_t, job_numbers> numbers{job.verifies ? 1U : 0U,
                                                         static_cast<std::uint64_t>(job.distance),
                                                         static_cast<std::uint64_t>(job.value),
                                                         static_cast<std::uint64_t>(job.play),
                                                         job.memory,
                                                         job.threads,
                                                         job.verified.from,
                                                         job.verified.until,
                                                         job.verified.sample};
    std::vector<std::byte> bytes(sizeof(numbers) + job.spec.size());
    std::memcpy(bytes.data(), numbers.data(), sizeof(numbers));
    if (!job.spec.empty()) std::memcpy(bytes.data() + sizeof(numbers), job.spec.data(), job.spec.size());
    return bytes;
}
SharedJob job_in(const std::vector<std::byte>& bytes) {
    std::array<std::uint64_t, job_numbers> numbers;
    std::memcpy(numbers.data(), bytes.data(), sizeof(numbers));
    SharedJob job;
    job.verifies = numbers[0] != 0;
    job.verified = {numbers[6], numbers[7], numbers[8]};
    job.distance = static_cast<Distance>(numbers[1]);
    job.value = static_cast<ValueKind>(numbers[2]);
    job.play = static_cast<Play>(numbers[3]);
    job.memory = numbers[4];
    job.threads = static_cast<unsigned>(numbers[5]);
    job.spec.assign(reinterpret_cast<const char*>(bytes.data()) + sizeof(numbers), bytes.size() - sizeof(numbers));
    return job;
}

/// Calls `f` with the moves of the game. For partizan outcomes, a vertex is a position with the player to move.
template <class F>
auto with_shared_moves(const Game& game, ValueKind kind, const F& f) {
    if (kind == ValueKind::partizan_outcome) return f(detail::TurnMoves(game));
    return f(static_cast<const Moves&>(game));
}

/// Bytes of memory that one rank needs for its own share.
std::uint64_t share_of_memory(const Moves& moves, unsigned ranks, unsigned threads) {
    GraphShape shape = shape_in_memory(moves, threads);
    const bool in_slices = !moves.traits().order.slices.empty();
    const std::uint64_t exits = in_slices ? sizeof(std::uint16_t) * shape.positions : 0;
    shape.positions /= ranks;
    shape.below /= ranks;
    return memory_needed(Strategy::child_counters, shape) + exits / ranks;
}

/// Returns the options of solving. Throws `Error{out_of_memory}` if the ranks of this machine need more than allowed.
SolveOptions options_of_part(const Moves& moves, const Transport& transport, const SharedJob& job,
                             const std::string& scratch) {
    SolveOptions solving;
    solving.play = job.play;
    solving.threads = std::max(job.threads / transport.ranks_here(), 1U);
    solving.strategy = Strategy::child_counters;
    const std::uint64_t here = transport.ranks_here() * share_of_memory(moves, transport.ranks(), solving.threads);
    const std::uint64_t whole = transport.rank() == 0 ? moves.size() * sizeof(std::uint16_t) : 0;
    if (job.memory != 0 && here > job.memory)
        throw Error(ErrorCode::out_of_memory,
                    "the processes of this machine need " + memory_text(here) + " of memory, and " +
                        memory_text(job.memory) + " are allowed: use more machines, or fewer threads",
                    Remedy::allow_memory);
    if (job.memory != 0 && here + whole > job.memory) solving.scratch = scratch;
    return solving;
}

/// Solves the rank's part of the game that `game_of()` returns. If a rank cannot begin, all ranks throw.
template <class GameOf>
Solution solve_part(const GameOf& game_of, Transport& transport, const SharedJob& job, const std::string& scratch,
                    AnalysisListener& listener, Checkpointer* checkpointer) {
    detail::RankRounds ready(transport);
    const Game* game = nullptr;
    SolveOptions solving;
    ready.attempt([&] {
        game = &game_of();
        with_shared_moves(*game, job.value,
                          [&](const Moves& moves) { solving = options_of_part(moves, transport, job, scratch); });
    });
    ready.exchange({});
    return with_shared_moves(*game, job.value, [&](const Moves& moves) {
        return solve_with_ranks(moves, transport, solving, listener, checkpointer);
    });
}

/// Exchanges the reasons why ranks have failed. Every rank must call it after a job has failed. Returns the first
/// reason of another rank.
std::string exchange_reasons(Transport& transport, const std::string& reason) {
    Round round;
    round.out.resize(transport.ranks());
    for (unsigned r = 0; r < transport.ranks(); ++r)
        if (r != transport.rank())
            for (const char c : reason) round.out[r].push_back(static_cast<std::byte>(c));
    transport.exchange(round);
    for (unsigned r = 0; r < transport.ranks(); ++r)
        if (const auto& text = round.in[r]; !text.empty())
            return "process " + std::to_string(r) + ": " +
                   std::string(reinterpret_cast<const char*>(text.data()), text.size());
    return {};
}

/// Calls `f` on rank 0 when the other ranks know the job. If a rank fails, throws its error.
template <class F>
auto on_all_ranks(Transport& transport, const SharedJob& job, const F& f) {
    Round round;
    round.words = {1};
    round.out.assign(transport.ranks(), bytes_of(job));
    round.out[transport.rank()].clear();
    transport.exchange(round);
    try {
        return f();
    } catch (const OtherRankFailed&) {
        throw Error(ErrorCode::interrupted, exchange_reasons(transport, ""));
    } catch (...) {
        exchange_reasons(transport, "");
        throw;
    }
}

/// Verifies this rank's part of a table. `with_table(f)` calls f with the game and the table. If a rank fails, all
/// throw.
template <class WithTable>
std::uint64_t verify_part(Transport& transport, const SharedJob& job, const ProgressSink& progress,
                          const WithTable& with_table) {
    detail::RankRounds rounds(transport);
    JobOptions options;
    options.threads = std::max(job.threads / transport.ranks_here(), 1U);
    options.memory = job.memory / transport.ranks_here();
    options.rules_checked = true;
    options.verified = job.verified;
    options.progress = progress;
    options.rounds = &rounds;
    std::uint64_t checked = 0;
    rounds.attempt([&] {
        checked = with_table([&](const Game& game, const Table& table) {
            rounds.exchange(std::array{table.checksum().value()});
            if (rounds.least(0) != rounds.greatest(0))
                throw Error(ErrorCode::bad_usage, "the processes have different tables under the same name");
            return verify_table(game, table, options);
        });
    });
    rounds.finish();
    return checked;
}

}  // namespace

bool can_be_shared(const Game& game, const JobOptions& options) {
    const bool outcomes = options.value == ValueKind::outcome || options.value == ValueKind::partizan_outcome;
    const bool counters = options.strategy == Strategy::automatic || options.strategy == Strategy::child_counters;
    return outcomes && counters && game.board() == nullptr && !game.traits().bounded && !has_order(game) &&
           can_share(game);
}

bool is_shared(const Game& game, const JobOptions& options) {
    return options.transport != nullptr && options.transport->ranks() > 1 && can_be_shared(game, options);
}

Solution solve_on_all_ranks(const Game& game, const JobOptions& options, AnalysisListener& listener,
                            Checkpointer* checkpointer) {
    Transport& transport = *options.transport;
    SharedJob job;
    job.spec = game.spec();
    job.distance = game.traits().distance;
    job.value = options.value;
    job.play = options.play;
    job.memory = options.memory;
    job.threads = options.threads;
    return on_all_ranks(transport, job, [&] {
        return solve_part([&]() -> const Game& { return game; }, transport, job, options.scratch, listener,
                          checkpointer);
    });
}

std::uint64_t verify_on_all_ranks(const Game& game, const Table& table, const std::string& path,
                                  const JobOptions& options) {
    Transport& transport = *options.transport;
    SharedJob job;
    job.verifies = true;
    job.spec = path;
    job.memory = options.memory;
    job.threads = options.threads;
    job.verified = options.verified;
    if (!options.rules_checked) check_rules(game, options);
    return on_all_ranks(transport, job, [&] {
        return verify_part(transport, job, options.progress, [&](const auto& f) { return f(game, table); });
    });
}

void help_with_jobs(Transport& transport, const Registry& registry) {
    for (;;) {
        Round round;
        round.words = {0};
        round.out.resize(transport.ranks());
        transport.exchange(round);
        if (round.all_words[0] == 0) return;
        std::string reason;
        try {
            AnalysisListener quiet;
            const SharedJob job = job_in(round.in[0]);
            if (job.verifies) {
                OpenOptions open;
                open.registry = &registry;
                verify_part(transport, job, {}, [&](const auto& f) {
                    const auto table = Table::open(job.spec, open).value();
                    return f(table.game().value(), table);
                });
                continue;
            }
            std::unique_ptr<Game> game;
            const auto made = [&]() -> const Game& {
                game = make_game(registry, job.spec, nullptr, job.distance);
                return *game;
            };
            solve_part(made, transport, job, "", quiet, nullptr);
            continue;
        } catch (const OtherRankFailed&) {
        } catch (const std::exception& e) {
            reason = e.what();
        }
        exchange_reasons(transport, reason);
    }
}

void end_jobs(Transport& transport) {
    Round round;
    round.words = {0};
    round.out.resize(transport.ranks());
    transport.exchange(round);
}

}  // namespace mexbase
