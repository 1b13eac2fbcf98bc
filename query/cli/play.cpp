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

void print_position(const Table& table, const Game& game, Index i) {
    const std::string text = game.format(i);
    const std::string picture = game.picture(i);
    std::cout << (picture == text ? text : picture + "\n" + text) << "   " << to_string(table.stored_at(i).value())
              << " for the player to move\n";
}

/// The option that a line names: by its own text, as `#N`, or in any other way the game reads. Options past what may be
/// asked for are named by their own text only.
std::optional<Index> named_option(const Game& game, const std::vector<Option>& options, const std::string& line) {
    for (const Option& option : options)
        if (game.format(option.index) == line || '#' + std::to_string(option.index) == line) return option.index;
    const Index index = game.parse(line);
    if (std::ranges::find(options, index, &Option::index) != options.end()) return index;
    throw Error(ErrorCode::bad_position, "no move leads there");
}

/// Reads moves until one is an option; nothing at the end of the input or at `quit`.
std::optional<Index> ask(const Game& game, const std::vector<Option>& options) {
    for (std::string line; std::cout << "your move> " << std::flush && std::getline(std::cin, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line == "quit" || line == "q") return std::nullopt;
        if (line == "hint") {
            std::cout << "best: " << game.format(options.front().index) << '\n';
            continue;
        }
        if (line.empty() || line == "help" || line == "?") {
            std::cout << "write the position to move to, `hint` or `quit`; there are " << options.size() << ":";
            for (std::size_t i = 0; i < std::min(options.size(), shown_options); ++i)
                std::cout << ' ' << game.format(options[i].index);
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
    Index at = table.index_of(position).value();
    for (bool person = true;; person = !person) {
        print_position(table, game, at);
        const auto options = best_options(table, at, first).value();
        if (options.empty()) {
            std::cout << result(table.stored_at(at).value().outcome.outcome, person);
            return 0;
        }
        if (person) {
            const auto to = ask(game, options);
            if (!to) return 0;
            at = *to;
        } else {
            at = options.front().index;
            std::cout << "the table moves to " << game.format(at) << '\n';
        }
    }
}

}  // namespace mexbase::cli
