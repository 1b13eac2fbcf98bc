// SPDX-License-Identifier: MIT
#include "explored.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "../../query/format/checksum.hpp"
#include "../parallel_ordered.hpp"
#include "positions/memory_positions.hpp"
#include "positions/numbers.hpp"
#include "positions/position_checkpoint.hpp"
#include "positions/scratch_positions.hpp"

namespace mexbase {

namespace {

/// Reader of all explored positions and moves. Computes the facts about the game (`OwnFacts`), and the checksum that a
/// table stores for positions and moves. Passes the moves to `builder_`, which sorts them by their targets.
class BoardPass {
  public:
    BoardPass(const ExploredPositions& positions, const ReversingOptions& options, unsigned threads)
        : positions_(positions), threads_(threads), builder_(positions.size(), positions.has_sides(), options) {}

    void run() {
        // Each move has an owner (the player who may make it) if the game is partizan and has at least one move.
        owned_ = positions_.has_sides() && has_moves();
        std::vector<std::byte> head{static_cast<std::byte>(owned_ ? 7 : 3)};
        put_number(head, positions_.size());
        checksum_.add(head);
        add_blocks([this](Index first, Index last, std::vector<std::byte>& out) {
            for (Index i = first; i < last; ++i) {
                const std::string text = positions_.text(i);
                put_number(out, text.size());
                const auto bytes = std::as_bytes(std::span(text));
                out.insert(out.end(), bytes.begin(), bytes.end());
            }
        });
        add_rows();
        add_blocks(
            [this](Index first, Index last, std::vector<std::byte>& out) {
                for (Index i = first; i < last; ++i) out.push_back(static_cast<std::byte>(positions_.mark(i)));
            },
            [this](const std::vector<std::byte>& marks) { look_at(marks); });
        if (owned_)
            add_blocks([this](Index first, Index last, std::vector<std::byte>& out) {
                MoveRows left, right;
                positions_.moves(first, last, Player::left, left);
                positions_.moves(first, last, Player::right, right);
                for (std::size_t row = 0; row < left.ends.size(); ++row) {
                    out.insert(out.end(), left.count(row), static_cast<std::byte>(Board::left));
                    out.insert(out.end(), right.count(row), static_cast<std::byte>(Board::right));
                }
            });
    }
    std::uint64_t checksum() const { return checksum_.value(); }
    OwnFacts facts() const {
        OwnFacts facts = program_facts(positions_.starts().front(), owned_ || differ_, stops_, positions_.cut_off());
        facts.takes_back = true;
        return facts;
    }
    ReversedMoves reversed() && { return std::move(builder_).finish(threads_); }

  private:
    bool has_moves() const {
        constexpr Index at_once = 64;
        MoveRows rows;
        for (Index first = 0; first < positions_.size(); first += at_once)
            for (const Player player : {Player::left, Player::right}) {
                positions_.moves(first, std::min(first + at_once, positions_.size()), player, rows);
                if (!rows.targets.empty()) return true;
            }
        return false;
    }
    /// For each block of positions, calls `write(first, last, out)` in any thread. Calls `look(out)` in the order of
    /// the blocks.
    template <class Write, class Look>
    void add_blocks(const Write& write, const Look& look) {
        detail::parallel_ordered(
            builder_.blocks(), threads_,
            [&](unsigned, std::uint64_t block) {
                std::vector<std::byte> out;
                const Index first = block * builder_.block_size();
                write(first, std::min(first + builder_.block_size(), positions_.size()), out);
                return out;
            },
            [&](std::uint64_t, const std::vector<std::byte>& out) {
                checksum_.add(out);
                look(out);
            });
    }
    template <class Write>
    void add_blocks(const Write& write) {
        add_blocks(write, [](const std::vector<std::byte>&) {});
    }
    void look_at(const std::vector<std::byte>& marks) {
        for (const std::byte each : marks) {
            const auto mark = std::to_integer<std::uint8_t>(each);
            if ((mark & Board::stopped) == 0) continue;
            stops_ = true;
            differ_ = differ_ || Board::stop_of(mark, true) != Board::stop_of(mark, false);
        }
    }
    void add_rows() {
        struct Block {
            std::vector<std::byte> rows;
            ReversedMoves::Builder::PartitionedMoves partitioned;
        };
        detail::parallel_ordered(
            builder_.blocks(), threads_,
            [this](unsigned, std::uint64_t number) {
                Block block;
                const Index first = number * builder_.block_size();
                const Index last = std::min(first + builder_.block_size(), positions_.size());
                MoveRows left, right;
                positions_.moves(first, last, Player::left, left);
                if (positions_.has_sides()) positions_.moves(first, last, Player::right, right);
                block.partitioned = builder_.partition(left, right);
                block.rows.reserve(4 * (left.targets.size() + right.targets.size()));
                std::span<std::uint32_t> lefts = left.targets, rights = right.targets;  // targets of later rows
                for (std::size_t row = 0; row < left.ends.size(); ++row) {
                    const std::size_t a = left.count(row), b = right.ends.empty() ? 0 : right.count(row);
                    put_number(block.rows, a + b);
                    put_sorted(block.rows, lefts.first(a));
                    put_sorted(block.rows, rights.first(b));
                    lefts = lefts.subspan(a);
                    rights = rights.subspan(b);
                }
                return block;
            },
            [this](std::uint64_t, const Block& block) {
                checksum_.add(block.rows);
                builder_.take(block.partitioned);
            });
    }
    static void put_sorted(std::vector<std::byte>& out, std::span<std::uint32_t> targets) {
        std::ranges::sort(targets);
        for (const std::uint32_t to : targets) put_number(out, to);
    }
    const ExploredPositions& positions_;
    unsigned threads_;
    ReversedMoves::Builder builder_;
    Checksum64 checksum_;
    bool owned_ = false, stops_ = false, differ_ = false;
};

}  // namespace

Explored::Explored(std::shared_ptr<ExploredPositions> given, const ReversingOptions& options, unsigned threads)
    : positions(std::move(given)) {
    BoardPass pass(*positions, options, threads);
    pass.run();
    facts = pass.facts();
    checksum = pass.checksum();
    positions->set_reversed(std::move(pass).reversed());
}

Explored explore_records(const std::shared_ptr<RecordRules>& rules, const LargeOptions& options) {
    PositionCheckpoint checkpoint(options.checkpoint, rules->width());
    ReversingOptions reversing = options.reversing;
    if (options.explore.memory != 0 && !reversing.scratch.empty())
        reversing.memory = std::min(reversing.memory, options.explore.memory / 4);
    return Explored(explore_records(rules, options.explore, reversing.scratch, &checkpoint).positions, reversing,
                    options.explore.threads);
}

std::unique_ptr<Game> explored_game(const std::string& name, Explored&& explored, std::uint64_t bound,
                                    PositionLook look) {
    check_program_name(name);
    std::array<char, 17> sum{};
    std::snprintf(sum.data(), sum.size(), "%016llx", static_cast<unsigned long long>(explored.checksum));
    std::string spec = std::string(program_family) + ":name=" + name + ",answers=@" + std::string(sum.data());
    if (bound != 0) spec += ",bound=" + std::to_string(bound);
    if (look == PositionLook::cells) spec += ",board=cells";
    return std::make_unique<ListedGame>(program_family, std::move(explored.positions), explored.facts, std::move(spec),
                                        nullptr, look);
}

std::uint64_t explored_bound(const Parameters& parameters) {
    return parameters.has("bound") ? parameters.number("bound", 1, 4'000'000'000) : 0;
}

std::unique_ptr<Game> in_scratch_files(const Game& game, unsigned threads, const std::string& folder,
                                       std::uint64_t memory) {
    const Parameters parameters(parse_spec(game.spec()), program_help());
    return explored_game(
        parameters.text("name"),
        Explored(board_in_scratch(*game.board(), {threads, folder, memory}), {folder, memory / 4}, threads),
        explored_bound(parameters), look_of_program(parameters));
}

}  // namespace mexbase
