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
#include "../../../lib/solve/outcomes/cell_exchange.hpp"
#include "../../../lib/solve/retrograde/strategy.hpp"
#include "../../encode/table_writer.hpp"
#include "../table_job.hpp"
#include "shared_packing.hpp"
#include "solving_checkpointer.hpp"

namespace mexbase {

namespace {

/// A job as rank 0 describes it to the other ranks: to solve a game, or to verify a table.
struct SharedJob {
    bool verifies = false;
    std::string spec;  ///< of the game, or the path of the table
    Distance distance{};
    ValueKind value{};
    Play play{};
    std::string scratch;       ///< folder, the same on all machines
    std::string checkpoint;    ///< path, the same on all machines; may be empty
    std::uint64_t memory = 0;  ///< bytes per machine
    unsigned threads = 1;      ///< per machine
    VerifiedPart verified;
};

constexpr std::size_t job_numbers = 11;

std::vector<std::byte> bytes_of(const SharedJob& job) {
    const std::array<std::uint64_t, job_numbers> numbers{job.verifies ? 1U : 0U,
                                                         static_cast<std::uint64_t>(job.distance),
                                                         static_cast<std::uint64_t>(job.value),
                                                         static_cast<std::uint64_t>(job.play),
                                                         job.memory,
                                                         job.threads,
                                                         job.verified.from,
                                                         job.verified.until,
                                                         job.verified.sample,
                                                         job.spec.size(),
                                                         job.scratch.size()};
    std::vector<std::byte> bytes;
    detail::put_numbers(bytes, numbers);
    detail::put(bytes, job.spec.data(), job.spec.size());
    detail::put(bytes, job.scratch.data(), job.scratch.size());
    detail::put(bytes, job.checkpoint.data(), job.checkpoint.size());
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
    const std::string texts(reinterpret_cast<const char*>(bytes.data()) + sizeof(numbers),
                            bytes.size() - sizeof(numbers));
    const auto spec = static_cast<std::size_t>(numbers[9]), scratch = static_cast<std::size_t>(numbers[10]);
    job.spec = texts.substr(0, spec);
    job.scratch = texts.substr(spec, scratch);
    job.checkpoint = texts.substr(spec + scratch);
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
    GraphShape shape = shapes_of(moves, threads).in_memory;
    const bool in_slices = !moves.traits().order.slices.empty();
    const std::uint64_t exits = in_slices ? sizeof(std::uint16_t) * shape.positions : 0;
    shape.positions /= ranks;
    shape.below /= ranks;
    return memory_needed(Strategy::child_counters, shape) + exits / ranks;
}

/// Returns the options of solving. Throws `Error{out_of_memory}` if the ranks of this machine need more than allowed.
SolveOptions options_of_part(const Moves& moves, const Transport& transport, const SharedJob& job) {
    SolveOptions solving;
    solving.play = job.play;
    solving.threads = std::max(job.threads / transport.ranks_here(), 1U);
    solving.strategy = Strategy::child_counters;
    const std::uint64_t here = transport.ranks_here() * share_of_memory(moves, transport.ranks(), solving.threads) +
                               detail::other_programs(transport.ranks_here());
    if (job.memory != 0 && here > job.memory)
        throw Error(ErrorCode::out_of_memory,
                    "the processes of this machine need " + memory_text(here) + " of memory, and " +
                        memory_text(job.memory) + " are allowed; use more machines or fewer threads",
                    Remedy::allow_memory);
    return solving;
}

/// Returns the folder for the cells of a rank's window of the table. Returns an empty text if they fit into memory
/// together with the cells that the rank has solved.
std::string scratch_of_window(const Game& game, const Transport& transport, const SharedJob& job) {
    const Index cells = (is_partizan(job.value) ? 2 : 1) * game.size();
    const std::uint64_t part = cells / transport.ranks() * sizeof(std::uint16_t);
    const std::uint64_t here = 2 * part * transport.ranks_here() + packing_memory(game.size(), 1) +
                               detail::other_programs(transport.ranks_here());
    return job.memory != 0 && here > job.memory ? job.scratch : std::string();
}

/// Solves the rank's part of the game that `game_of()` returns, and packs a part of the table. Rank 0 writes the table
/// to `sink`, and returns the report; it has a checkpointer already. If a rank fails, all ranks throw.
template <class GameOf>
JobReport make_part(const GameOf& game_of, Transport& transport, const SharedJob& job, const JobOptions& options,
                    Sink* sink, AnalysisListener& listener, SharedCheckpointer* checkpointer) {
    detail::RankRounds ready(transport);
    const Game* game = nullptr;
    SolveOptions solving;
    std::optional<detail::SolvingCheckpointer> own;
    ready.attempt([&] {
        game = &game_of();
        if (checkpointer == nullptr) checkpointer = &own.emplace(*game, options, 1);
        with_shared_moves(*game, job.value,
                          [&](const Moves& moves) { solving = options_of_part(moves, transport, job); });
    });
    ready.exchange({});
    SharedSolution solved = with_shared_moves(*game, job.value, [&](const Moves& moves) {
        return solve_with_ranks(moves, transport, solving, listener, checkpointer);
    });
    const auto solved_at = JobClock::now();
    detail::RankRounds rounds(transport);
    JobReport report = detail::pack_on_ranks(*game, std::move(solved), rounds, options, solving.threads,
                                             scratch_of_window(*game, transport, job), sink);
    report.solved = solved_at;
    report.processes = transport.ranks();
    return report;
}

/// Returns the options with which a rank packs. Rank 0 chooses how to pack on all threads of its machine, because the
/// other ranks wait.
JobOptions packing_options(JobOptions options, const Transport& transport) {
    options.memory /= transport.ranks_here();
    return options;
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

bool is_shared(const Game& game, const JobOptions& options) {
    const bool outcomes = options.value == ValueKind::outcome || options.value == ValueKind::partizan_outcome;
    const bool counters = options.strategy == Strategy::automatic || options.strategy == Strategy::child_counters;
    return options.transport != nullptr && options.transport->ranks() > 1 && outcomes && counters &&
           game.board() == nullptr && !game.traits().bounded && !has_order(game) && can_share(game);
}

JobReport make_on_all_ranks(const Game& game, Sink& sink, const JobOptions& options, AnalysisListener& listener,
                            SharedCheckpointer& checkpointer) {
    Transport& transport = *options.transport;
    SharedJob job;
    job.spec = game.spec();
    job.distance = game.traits().distance;
    job.value = options.value;
    job.play = options.play;
    job.scratch = options.scratch;
    job.checkpoint = options.checkpoint;
    job.memory = options.memory;
    job.threads = options.threads;
    return on_all_ranks(transport, job, [&] {
        return make_part([&]() -> const Game& { return game; }, transport, job, packing_options(options, transport),
                         &sink, listener, &checkpointer);
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
            JobOptions options;
            options.value = job.value;
            options.play = job.play;
            options.checkpoint = job.checkpoint;
            make_part(made, transport, job, options, nullptr, quiet, nullptr);
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
