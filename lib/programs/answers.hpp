// SPDX-License-Identifier: MIT
/// \file
/// Answers of a rules program about positions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../board/board.hpp"

namespace mexbase {

/// Answers of an external program about several positions. An answer lists the options, or gives the result of a
/// terminal position. `clear` keeps the allocated memory for the next positions.
class Answers {
  public:
    struct Option {
        std::uint64_t begin = 0;  // offset in `texts_`
        std::uint32_t length = 0;
        std::uint8_t owner = Board::either;
    };
    struct Answer {
        std::uint64_t first_option = 0, options = 0;
        std::uint8_t mark = Board::plain;  ///< `Board::stopped_mark` if play has stopped
        bool partizan = false;             ///< each player's options were given separately
    };

    void clear();
    /// Begins the answer to the next position.
    void begin(bool partizan) { answers_.push_back({options_.size(), 0, Board::plain, partizan}); }
    /// Adds an option of the current position.
    void add_option(std::string_view text, std::uint8_t owner = Board::either);
    /// Marks the current position as terminal, with the results for Left and for Right to move.
    void stop(Board::EndResult left, Board::EndResult right) {
        answers_.back().mark = Board::stopped_mark(left, right);
    }

    /// Records that the texts of positions show boards (`CellRows`).
    void show_cells() { shows_cells_ = true; }
    bool shows_cells() const { return shows_cells_; }

    std::size_t size() const { return answers_.size(); }
    const Answer& operator[](std::size_t k) const { return answers_[k]; }
    const Option& option(std::uint64_t j) const { return options_[static_cast<std::size_t>(j)]; }
    std::string_view text(const Option& option) const {
        return std::string_view(texts_).substr(static_cast<std::size_t>(option.begin), option.length);
    }

  private:
    std::string texts_;
    std::vector<Option> options_;
    std::vector<Answer> answers_;
    bool shows_cells_ = false;
};

/// Parses one answer line (docs/your-own-game.md): options separated by spaces, or one of `=win`, `=loss`, `=tie` and
/// `=draw`. In a partizan game the line has such a part for Left, then `|`, then one for Right. If the line is wrong,
/// returns the error and adds nothing.
std::optional<std::string> add_answer(std::string_view line, Answers& answers);

/// Returns true if two answer lines have the same moves or the same result. The order of the moves does not matter.
bool is_same_answer(std::string_view line, std::string_view other);

/// Parses the answer to `start`: one or more positions. At the end, the words `# board cells` record that texts show
/// boards. If the line has an error, returns the error and adds nothing.
std::optional<std::string> add_start_answer(std::string_view line, Answers& answers);

/// Returns the reason why `text` cannot name a position of a program, or `std::nullopt`.
std::optional<std::string> fault_of_position(std::string_view text);
/// Throws `Error{bad_file}` if `fault_of_position` finds a fault.
void check_position_text(std::string_view text);

}  // namespace mexbase
