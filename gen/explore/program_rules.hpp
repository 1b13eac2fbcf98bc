// SPDX-License-Identifier: MIT
/// \file
/// Rules in an external program, which answers questions line by line (docs/your-own-game.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/programs/child_process.hpp"
#include "../../lib/rules/family.hpp"
#include "text_rules.hpp"

namespace mexbase {

/// Results of saving and resuming an exploration.
struct SavingReport {
    std::uint64_t resumed_from = 0;          ///< positions loaded from a checkpoint
    std::string failure;                     ///< why saving stopped; empty if it did not
    std::atomic<bool>* resumable = nullptr;  ///< as `CheckpointOptions::resumable`
};

/// Options for exploring the rules of an external program.
struct ProgramOptions {
    std::string command;     ///< command line for the shell
    double seconds = 10;     ///< maximum time for an answer
    ExploreOptions explore;  ///< each of its `threads` runs a copy of the program
    /// Folder for data that exceeds the memory of `explore`; if empty, exceeding it is an error.
    std::string scratch;
    /// Checkpoint file of a long exploration, saved level by level, so that a killed job can resume. If empty, no
    /// checkpoint is saved. The caller deletes the file after making the table. The file is refused after a change of
    /// the spec or of the command.
    std::string checkpoint;
    double checkpoint_seconds = 60;  ///< minimum time between two saves
    SavingReport* saving = nullptr;  ///< receives the results of saving; may be null
};

/// Rules in an external program. Each worker thread has its own copy of the program.
class ProgramRules final : public TextRules {
  public:
    /// Starts the copies of the program. Throws `Error{io}` if the command cannot be started.
    explicit ProgramRules(const ProgramOptions& options);

    /// Adds the program's answer to the line `start`. Throws as `answer` does.
    void answer_start(Answers& answers) override;
    /// Adds the program's answer to each position. Throws `Error{bad_file}` if an answer is invalid, and `Error{io}` if
    /// it does not come. Both errors name the position.
    void answer(unsigned worker, std::span<const std::string> positions, Answers& answers) override;
    /// Asks the program again about a sample of the positions, in reverse order. If there are several copies of the
    /// program, each is asked about the sample of another copy. Throws `Error{bad_file}` if an answer has other moves
    /// than the first.
    void ask_again();

  private:
    struct Copy {
        std::unique_ptr<ChildProcess> process;
        std::uint64_t answered = 0;
        std::vector<std::pair<std::string, std::string>> samples;  // positions and their answers
        std::string lines;
    };
    template <class Take>
    void ask_lines(Copy& copy, std::span<const std::string> positions, Take take);

    std::vector<Copy> copies_;
};

/// Returns the text that identifies a shell command in checkpoints. It depends only on the text of the command.
std::string identity_of_command(std::string_view command);

/// Explores the game of a spec of the family `program`. Throws as `explored_game` and `ProgramRules` do, and
/// `Error{bad_spec}`. Throws `Error{verification_failed}` if the spec has a checksum of the answers and they differ.
std::unique_ptr<Game> program_game(const Registry& registry, std::string_view spec, const ProgramOptions& options);

}  // namespace mexbase
