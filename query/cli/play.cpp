#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "../../lib/error.hpp"
#include "../best_play.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

constexpr std::size_t shown_options = 12;

using Parts = std::vector<Index>;

Value value_of(const Table& table, const Parts& at) {
    return at.size() == 1 ? table.stored_at(at.front()).value() : table.at_sum(at).value();
}

void print_position(const Table& table, const Game& game, const Parts& at, Player mover) {
    const std::string text = game.format_sum(at);
    const std::string picture = at.size() == 1 ? game.picture(at.front()) : text;
    std::cout << (picture == text ? text : picture + "\n" + text) << "   " << to_string(value_of(table, at));
    if (is_partizan(table.info().value))
        std::cout << ", " << (mover == Player::left ? "Left" : "Right") << " to move\n";
    else
        std::cout << " for the player to move\n";
}

/// The option that a line names: by its own text, as `#N`, or in any other way the game reads. Options past what may be
/// asked for are named by their own text only.
Parts named_option(const Game& game, const std::vector<Option>& options, const std::string& line) {
    for (const Option& option : options)
        if (game.format_sum(option.parts) == line || '#' + std::to_string(option.index()) == line) return option.parts;
    // The parts of a sum may be named in any order, and those of which nothing is left not at all.
    const auto essence = [&game](Parts parts) {
        if (!game.whole()) std::erase(parts, Index{0});
        std::ranges::sort(parts);
        return parts;
    };
    const Parts named = essence(game.parse_sum(line, no_index));
    for (const Option& option : options)
        if (essence(option.parts) == named) return option.parts;
    throw Error(ErrorCode::bad_position, "no move leads there");
}

/// Reads moves until one is an option; nothing at the end of the input or at `quit`.
std::optional<Parts> ask(const Game& game, const std::vector<Option>& options) {
    for (std::string line; std::cout << "your move> " << std::flush && std::getline(std::cin, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line == "quit" || line == "q") return std::nullopt;
        if (line == "hint") {
            std::cout << "best: " << game.format_sum(options.front().parts) << '\n';
            continue;
        }
        if (line.empty() || line == "help" || line == "?") {
            std::cout << "write the position to move to, `hint` or `quit`; there are " << options.size() << ":";
            for (std::size_t i = 0; i < std::min(options.size(), shown_options); ++i)
                std::cout << ' ' << game.format_sum(options[i].parts);
            std::cout << (options.size() > shown_options ? " …\n" : "\n");
            continue;
        }
        try {
            return named_option(game, options, line);
        } catch (const Error& e) {
            std::cout << e.what() << '\n';
        }
    }
    std::cout << '\n';
    return std::nullopt;
}

std::string_view result(Outcome outcome, bool person_to_move) {
    switch (outcome) {
        case Outcome::win:
            return person_to_move ? "play is over: you win\n" : "play is over: the table wins\n";
        case Outcome::loss:
            return person_to_move ? "play is over: the table wins\n" : "play is over: you win\n";
        case Outcome::unknown:
            return "every move from here leaves the bound of the table, and nothing is proven\n";
        default:
            return "play is over: nobody wins\n";
    }
}

}  // namespace

int play(const Table& table, const std::string& position, Player first) {
    const Game& game = table.game().value();
    Parts at = table.parts_of(position).value();
    const TableInfo& info = table.info();
    if (info.value == ValueKind::obliged && !game.whole())
        throw Error(ErrorCode::not_applicable,
                    "an obliged sum is more than its parts once one is begun: play from a table of nimbers");
    Player mover = first;
    for (bool person = true;; person = !person, mover = other(mover)) {
        print_position(table, game, at, mover);
        const auto options = best_options(table, at, mover).value();
        if (options.empty()) {
            std::cout << result(outcome_for(value_of(table, at), mover, info.play), person);
            return 0;
        }
        if (person) {
            const auto to = ask(game, options);
            if (!to) return 0;
            at = *to;
        } else {
            at = options.front().parts;
            std::cout << "the table moves to " << game.format_sum(at) << '\n';
        }
    }
}

}  // namespace mexbase::cli
