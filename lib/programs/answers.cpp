// SPDX-License-Identifier: MIT
#include "answers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "../error.hpp"

namespace mexbase {

namespace {

/// The words for `Board::EndResult`, in the order of its numbers.
constexpr std::array<std::string_view, 4> stops{"=loss", "=win", "=tie", "=draw"};

/// The options or the result in one answer line, or in one player's half of it.
struct Half {
    std::vector<std::string_view> options;
    std::optional<Board::EndResult> stop;
};

std::optional<std::string> read_half(std::string_view text, Half& half) {
    constexpr std::string_view blanks = " \t";
    for (std::size_t at = text.find_first_not_of(blanks); at != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        const std::string_view word = text.substr(at, end - at);
        at = text.find_first_not_of(blanks, end);
        if (half.stop) return "unexpected word " + in_quotes(word) + " after the result of a terminal position";
        if (word.front() != '=') {
            if (auto fault = fault_of_position(word)) return fault;
            half.options.push_back(word);
            continue;
        }
        const auto stop = std::find(stops.begin(), stops.end(), word);
        if (stop != stops.end()) half.stop = static_cast<Board::EndResult>(stop - stops.begin());
        if (!half.stop) return in_quotes(word) + " is not a result: expected =win, =loss, =tie or =draw";
        if (!half.options.empty())
            return "it has options and the result of a terminal position: expected only one of these";
    }
    return std::nullopt;
}

}  // namespace

void Answers::clear() {
    texts_.clear();
    options_.clear();
    answers_.clear();
}

void Answers::add_option(std::string_view text, std::uint8_t owner) {
    options_.push_back({texts_.size(), static_cast<std::uint32_t>(text.size()), owner});
    texts_ += text;
    ++answers_.back().options;
}

std::optional<std::string> fault_of_position(std::string_view text) {
    if (text.empty()) return "a position has an empty text";
    if (auto fault = fault_of_name(text)) return fault;
    if (text == "start") return "a position is called start, which is a reserved word";
    if (text.front() == '=') return "position " + in_quotes(text) + " begins with =, which is reserved for results";
    if (text.find_first_of(" |") != text.npos)
        return "position " + in_quotes(text) + " contains a space or |, which is not allowed";
    return std::nullopt;
}

void check_position_text(std::string_view text) {
    if (const auto fault = fault_of_position(text)) throw Error(ErrorCode::bad_file, *fault);
}

std::optional<std::string> add_answer(std::string_view line, Answers& answers) {
    const std::size_t bar = line.find('|');
    const bool partizan = bar != line.npos;
    if (partizan && line.find('|', bar + 1) != line.npos) return "it has more than one |";
    Half left, right;
    if (auto fault = read_half(line.substr(0, bar), left)) return fault;
    if (partizan)
        if (auto fault = read_half(line.substr(bar + 1), right)) return fault;
    if (partizan && left.stop.has_value() != right.stop.has_value())
        return "it has a result for one player and not for the other";
    answers.begin(partizan);
    for (const std::string_view option : left.options)
        answers.add_option(option, partizan ? Board::left : Board::either);
    for (const std::string_view option : right.options) answers.add_option(option, Board::right);
    if (left.stop) answers.stop(*left.stop, right.stop.value_or(*left.stop));
    return std::nullopt;
}

bool is_same_answer(std::string_view line, std::string_view other) {
    Answers both;
    if (add_answer(line, both) || add_answer(other, both)) return false;
    const auto moves = [&both](const Answers::Answer& answer) {
        std::vector<std::pair<std::uint8_t, std::string_view>> sorted;
        for (std::uint64_t j = 0; j < answer.options; ++j) {
            const Answers::Option& option = both.option(answer.first_option + j);
            sorted.emplace_back(option.owner, both.text(option));
        }
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    };
    return both[0].partizan == both[1].partizan && both[0].mark == both[1].mark && moves(both[0]) == moves(both[1]);
}

std::optional<std::string> add_start_answer(std::string_view line, Answers& answers) {
    constexpr std::string_view blanks = " \t";
    std::vector<std::string_view> words;
    for (std::size_t at = line.find_first_not_of(blanks); at != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(blanks, end);
    }
    // `#` may also be a position: the last word, or a word in front of another `#`.
    constexpr std::array<std::string_view, 3> board{"#", "board", "cells"};
    const auto mark = std::find_if(words.begin(), words.end(), [&](const std::string_view& word) {
        const bool is_last = &word == &words.back();
        return word.starts_with("#board") || (word == "#" && !is_last && *(&word + 1) != "#");
    });
    if (mark != words.end()) {
        if (!std::equal(mark, words.end(), board.begin(), board.end())) return "expected board cells after #";
        line = line.substr(0, static_cast<std::size_t>(mark->data() - line.data()));
    }
    Answers read;
    if (auto fault = add_answer(line, read)) return fault;
    if (read[0].partizan || read[0].mark != Board::plain || read[0].options == 0)
        return "expected one or more positions, separated by blanks";
    if (mark != words.end()) answers.show_cells();
    return add_answer(line, answers);
}

}  // namespace mexbase
