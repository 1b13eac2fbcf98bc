// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "../../error.hpp"
#include "../../text_parts.hpp"
#include "graph_file.hpp"
#include "graph_text.hpp"

namespace mexbase {

namespace {

constexpr Vertex most_squares = 1'000'000;
constexpr Vertex longest_advance = 4;

class BoardReader {
  public:
    explicit BoardReader(std::string_view file_name) : file_name_(file_name) {}

    Board read(std::string_view text) {
        for_each_word(text, '\n', [this](std::string_view line) {
            ++line_;
            read_line(line);
        });
        if (home_ == 0)
            detail::fail_in_file(file_name_, 0, "the board has no line for home: write, for example, home 30");
        for (Vertex tail = 1; tail <= home_; ++tail) {
            const Arrow& arrow = arrows_[tail];
            if (arrow.head != 0 && arrows_[arrow.head].head != 0)
                detail::fail_in_file(file_name_, arrow.line,
                                     "an arrow ends on square " + std::to_string(arrow.head) +
                                         ", where another begins: arrows cannot be chained");
        }
        return make_board();
    }

  private:
    struct Arrow {
        Vertex head = 0;  ///< 0 if no arrow begins here
        std::size_t line = 0;
    };

    [[noreturn]] void fail(const std::string& message) const { detail::fail_in_file(file_name_, line_, message); }

    void read_line(std::string_view line) {
        line = line.substr(0, line.find('#'));
        const auto word = take_word(line);
        if (!word) return;
        if (*word == "home") {
            if (home_ != 0) fail("home is given a second time");
            home_ = square(line, most_squares);
            arrows_.resize(home_ + 1);
        } else if (*word == "arrow") {
            if (home_ == 0) fail("an arrow is given before home: move the line for home to the front");
            const Vertex tail = square(line, home_);
            const Vertex head = square(line, home_);
            if (tail == home_) fail("the arrow begins at home, which is not allowed");
            if (tail == head) fail("the arrow ends where it begins, on square " + std::to_string(tail));
            if (arrows_[tail].head != 0)
                fail("another arrow begins on square " + std::to_string(tail) + " in line " +
                     std::to_string(arrows_[tail].line));
            arrows_[tail] = {head, line_};
        } else {
            fail("expected home or arrow, got " + in_quotes(*word));
        }
        if (const auto more = take_word(line)) fail("unexpected word " + in_quotes(*more) + " at the end of the line");
    }

    static std::optional<std::string_view> take_word(std::string_view& line) {
        constexpr std::string_view space = " \t\r";
        const std::size_t first = line.find_first_not_of(space);
        if (first == std::string_view::npos) return std::nullopt;
        const std::size_t end = std::min(line.find_first_of(space, first), line.size());
        const std::string_view word = line.substr(first, end - first);
        line.remove_prefix(end);
        return word;
    }

    Vertex square(std::string_view& line, Vertex last) const {
        const auto word = take_word(line);
        if (!word) fail("expected the number of a square, but the line ends");
        const auto number = decimal_number(*word);
        if (!number || *number < 1 || *number > last)
            fail(in_quotes(*word) + " is not a square: expected a number in 1.." + std::to_string(last));
        return static_cast<Vertex>(*number);
    }

    Board make_board() const {
        std::vector<std::string> names;
        std::vector<Vertex> vertex_of(home_ + 1, 0);
        for (Vertex square = 1; square <= home_; ++square) {
            if (arrows_[square].head != 0) continue;
            vertex_of[square] = static_cast<Vertex>(names.size());
            names.push_back(std::to_string(square));
        }
        std::vector<Board::Arc> arcs;
        for (Vertex square = 1; square <= home_; ++square) {
            if (arrows_[square].head != 0) continue;
            for (Vertex to = square + 1; to <= home_ && to <= square + longest_advance; ++to)
                arcs.emplace_back(vertex_of[square], vertex_of[arrows_[to].head != 0 ? arrows_[to].head : to]);
        }
        return Board(true, std::move(names), arcs);
    }

    std::string_view file_name_;
    std::size_t line_ = 0;
    Vertex home_ = 0;
    std::vector<Arrow> arrows_;
};

}  // namespace

Board parse_snakes(std::string_view text, std::string_view file_name) {
    return BoardReader(file_name).read(detail::without_mark(text, file_name));
}

}  // namespace mexbase
