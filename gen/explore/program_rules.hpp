/// \file
/// Rules that another program says, over a line protocol (docs/your-own-game.md).
#pragma once

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

/// How the saving of an exploration went.
struct SavingReport {
    std::uint64_t resumed_from = 0;  ///< positions that a checkpoint brought
    std::string failure;             ///< why nothing is saved any more; empty if all went well
};

/// How to run a program of rules.
struct ProgramOptions {
    std::string command;     ///< for the shell
    double seconds = 10;     ///< how long it may be silent while it is asked
    ExploreOptions explore;  ///< of its `threads`, each has a copy of the program
    /// Folder for what takes more than the memory of `explore`; empty: that is refused.
    std::string scratch;
    /// File in which a long exploration saves what it knows, level by level, so that a killed job can go on; empty:
    /// none. Whoever has made the table deletes it. It belongs to the spec, to the command and to the files that its
    /// words name: after a change of these it is refused.
    std::string checkpoint;
    double checkpoint_seconds = 60;  ///< between two saves
    SavingReport* saving = nullptr;  ///< gets how that went; null: nobody asks
};

/// Rules that a program answers. Each worker has a copy of the program.
class ProgramRules final : public TextRules {
  public:
    /// Throws `Error{io}` where the command cannot be started.
    explicit ProgramRules(const ProgramOptions& options);

    /// The answer to `start`. Throws as `answer`.
    void answer_start(Answers& answers) override;
    /// Throws `Error{bad_file}` for an answer that is none, and `Error{io}` where none comes; both name the position.
    void answer(unsigned worker, std::span<const std::string> positions, Answers& answers) override;
    /// Asks about some positions again, another copy where there are several, and in another order. Throws
    /// `Error{bad_file}` for an answer that differs from the first.
    void ask_again();

  private:
    struct Copy {
        std::unique_ptr<ChildProcess> process;
        std::uint64_t answered = 0;
        std::vector<std::pair<std::string, std::string>> samples;  // positions, and what was answered
        std::string lines;
    };
    template <class Take>
    void ask_lines(Copy& copy, std::span<const std::string> positions, Take take);

    std::vector<Copy> copies_;
};

/// Explores the game that a spec of the family `program` names. Throws as `explored_game` and `ProgramRules` do,
/// `Error{bad_spec}`, and `Error{verification_failed}` where the spec says what was answered and it was something else.
std::unique_ptr<Game> program_game(const Registry& registry, std::string_view spec, const ProgramOptions& options);

}  // namespace mexbase
