#include "../sum.hpp"

#include <iostream>

#include "commands.hpp"
#include "json.hpp"

namespace mexbase::cli {

int print_sum(std::span<const std::string> words, const OpenOptions& options, bool obliged,
              std::optional<std::size_t> begun, bool as_json) {
    if (words.empty() || words.size() % 2 != 0)
        throw Error(ErrorCode::bad_usage, "a sum is FILE POSITION FILE POSITION …: a table and a position each");
    std::vector<Table> tables;
    Sum sum;
    tables.reserve(words.size() / 2);
    for (std::size_t w = 0; w < words.size(); w += 2) {
        // A file named again is opened once.
        std::size_t same = 0;
        while (same < w && words[same] != words[w]) same += 2;
        tables.push_back(same < w ? tables[same / 2] : Table::open(words[w], options).value());
        sum.add(tables.back(), words[w + 1]).value();
    }
    if (begun && (*begun == 0 || *begun > sum.size()))
        throw Error(ErrorCode::bad_usage, "--begun names a component, 1.." + std::to_string(sum.size()));
    // The command line says which kind of sum is meant, so that nobody takes the one for the other.
    for (const Table& table : tables) {
        const ValueKind has = table.info().value;
        if ((has == ValueKind::obliged) == obliged) continue;
        throw Error(ErrorCode::not_applicable,
                    std::string(obliged ? "a sum with --obliged needs tables of obliged values"
                                        : "a sum without --obliged needs tables of nimber or canonical values") +
                        ", and the table of " + table.info().spec + " holds " + std::string(to_string(has)) +
                        " values");
    }
    if (begun) sum.mark_begun(*begun - 1).value();

    Json json;
    // At once: moves may take long to find.
    const auto tell = [&](const char* key, std::string_view value) {
        json[key] = value;
        if (!as_json) std::cout << value << std::endl;
    };
    const auto tell_move = [&](Json& object, const std::string& head, const std::optional<SumMove>& move) {
        if (!move) return;
        const Table& table = sum.table(move->component);
        const std::size_t component = move->component + 1;
        const std::string from = table.text_of(sum.parts(move->component)).value();
        const std::string to = table.text_of(move->parts).value();
        object = {{"component", component}, {"from", from}, {"to", to}};
        if (!as_json) std::cout << head << ": " << component << ": " << from << " -> " << to << '\n';
    };
    const auto tell_two = [&](const char* a, const char* b, Player mover, Play play) {
        const auto first = sum.best_move().value(), second = sum.best_move(mover, play).value();
        tell_move(json["moves"][a], std::string("move ") + a, first);
        tell_move(json["moves"][b], std::string("move ") + b, second);
    };
    const SumValue value = sum.value().value();
    if (const auto* pair = std::get_if<Obliged>(&value)) {
        tell("obliged", to_string(*pair));
        tell_two("normal", "misere", Player::left, Play::misere);
    } else if (const auto* outcome_class = std::get_if<OutcomeClass>(&value)) {
        tell("class", std::string{letter(*outcome_class)});
        tell_two("left", "right", Player::right, Play::normal);
    } else {
        tell("outcome", to_string(std::get<Outcome>(value)));
        tell_move(json["move"], "move", sum.best_move().value());
    }
    if (as_json) std::cout << to_line(json) << '\n';
    return 0;
}

}  // namespace mexbase::cli
