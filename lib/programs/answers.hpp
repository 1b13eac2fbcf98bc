/// \file
/// What rules say of positions, as they are asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../board/board.hpp"

namespace mexbase {

/// What rules said of several positions, one after another: options in their order, or that play has stopped. Kept in
/// few pieces of memory, which `clear` leaves for the next ones.
class Answers {
  public:
    struct Option {
        std::uint64_t begin = 0;  // in `texts_`
        std::uint32_t length = 0;
        std::uint8_t owner = Board::either;
    };
    struct Answer {
        std::uint64_t first_option = 0, options = 0;
        std::uint8_t mark = Board::plain;  ///< `Board::stopped_mark` where play has stopped
        bool partizan = false;             ///< the options of each player were given apart
    };

    void clear();
    /// Begins the answer to the next position.
    void begin(bool partizan) { answers_.push_back({options_.size(), 0, Board::plain, partizan}); }
    /// One more option of the position at hand.
    void add_option(std::string_view text, std::uint8_t owner = Board::either);
    /// Says that play has stopped there; for whoever is to move, Left and Right.
    void stop(Board::EndResult left, Board::EndResult right) {
        answers_.back().mark = Board::stopped_mark(left, right);
    }

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
};

/// Adds what one line says (docs/your-own-game.md): options apart by spaces, `=win`, `=loss`, `=tie` or `=draw`, and of
/// a partizan game both players' with `|` between. What is wrong with the line is returned, and then nothing was added.
std::optional<std::string> add_answer(std::string_view line, Answers& answers);

/// What keeps a text from being a position's; nothing if it may be one.
std::optional<std::string> fault_of_position(std::string_view text);
/// Throws `Error{bad_file}` if a text has such a fault.
void check_position_text(std::string_view text);

}  // namespace mexbase
