/// \file
/// All that play reaches from its starts, asked for level by level, with positions and moves in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../lib/board/board.hpp"
#include "../../lib/error.hpp"
#include "../../lib/programs/answers.hpp"
#include "../../lib/rules/family.hpp"
#include "positions/position_checkpoint.hpp"
#include "positions/record_rules.hpp"

namespace mexbase {

/// Rules whose positions are texts.
class TextRules {
  public:
    virtual ~TextRules() = default;
    /// Adds one answer, whose options are the positions where play begins.
    virtual void starts(Answers& answers) = 0;
    /// Adds the answer to each position. Calls with different workers, below `ExploreOptions::threads`, may run at
    /// once.
    virtual void ask(unsigned worker, std::span<const std::string> positions, Answers& answers) = 0;
};

/// There is no memory for positions and moves.
class NoMemoryForMoves : public Error {
  public:
    explicit NoMemoryForMoves(std::string_view message) : Error(ErrorCode::out_of_memory, message) {}
};

/// Throws `Error{bad_file}`: the answer to a position gives the options of each player, or both players', as others do
/// not.
[[noreturn]] void throw_other_kind(std::string_view position, bool others_are_partizan);

/// Positions that are known while play is explored, by the order in which they were reached, and the answers. They do
/// not depend on the order in which threads answer. Borrows the options. For one thread.
class Exploration {
  public:
    explicit Exploration(const ExploreOptions& options) : options_(options) {}

    /// Takes the answer that names the starts. Throws `Error{bad_file}` if it names none.
    void take_starts(const Answers& answers);
    /// Takes the k-th answer, which is to the first position that was not asked about yet. Throws `Error{bad_file}`
    /// where one answer is partizan and another is not; `Error{out_of_memory}` for more positions than may be, and for
    /// more memory `NoMemoryForMoves`.
    void take(const Answers& answers, std::size_t k);
    /// Positions that are known, and those asked about, which come first.
    std::uint64_t known() const { return texts_.size(); }
    std::uint64_t asked() const { return marks_.size(); }
    /// Whether to ask about the positions that were not asked about: a level. Throws `Error{bad_usage}` if not even one
    /// level fits the bound.
    bool goes_on() const;
    std::string_view text(std::uint64_t number) const { return texts_.text(static_cast<std::uint32_t>(number)); }
    /// The answer to a position, and that to `start`, as `add_answer` reads them.
    std::string line(std::uint64_t number) const;
    std::string starts_line() const;
    /// Takes such lines, each with its end, after those that were taken before. Says whether they can be answers.
    bool take_lines(std::string_view lines);
    /// The board: a vertex for each position, by the order of their texts.
    std::shared_ptr<const Board> finish() &&;

  private:
    void check_size() const;
    std::uint64_t end_of_options(std::uint64_t number) const {
        return number + 1 < first_arc_.size() ? first_arc_[number + 1] : targets_.size();
    }

    const ExploreOptions& options_;
    VertexNames texts_;
    std::vector<std::uint64_t> first_arc_;  // of each position asked about
    std::vector<std::uint32_t> targets_;
    std::vector<std::uint8_t> owners_, marks_;
    std::vector<std::uint32_t> starts_;
    bool partizan_ = false;
};

/// Saves the answers line by line: every save appends those that came after the last one.
class ExplorationCheckpoint : public LevelCheckpoint {
  public:
    explicit ExplorationCheckpoint(const CheckpointOptions& options) : LevelCheckpoint(options, ", answers") {}

    /// Returns the exploration up to the last level that is whole in the file, or nothing if there is no file. Throws
    /// `Error{bad_usage}` if the file is not a checkpoint of this job.
    std::optional<Exploration> load(const ExploreOptions& options);
    /// Saves what is known after a level, if it is time to.
    void keep(const Exploration& exploration);

  private:
    std::uint64_t asked_ = 0;  // positions whose answers are saved
};

/// Explores what `rules` reach, from the starts or from what an earlier `exploration` knew. Each level is saved, unless
/// `saved` is null. Throws what the rules and `Exploration` do.
std::shared_ptr<const Board> explore(TextRules& rules, const ExploreOptions& options, Exploration exploration,
                                     ExplorationCheckpoint* saved = nullptr);
inline std::shared_ptr<const Board> explore(TextRules& rules, const ExploreOptions& options) {
    return explore(rules, options, Exploration(options));
}

/// The game of a board that was explored, of the family `program`: `program:name=…,answers=@…`. Throws
/// `Error{bad_spec}` for a name that is none.
std::unique_ptr<Game> explored_game(const Registry& registry, const std::string& name,
                                    std::shared_ptr<const Board> board, std::uint64_t bound = 0);

/// The game of rules, explored with positions and moves in scratch files in `folder`: for whom `explore` has no memory.
/// `saved`, which may be null, gets what is known level by level. Throws as `explore` does, and `Error{io}`.
std::unique_ptr<Game> explore_in_scratch(TextRules& rules, const std::string& name, const ExploreOptions& options,
                                         const std::string& folder, PositionCheckpoint* saved = nullptr);

}  // namespace mexbase
