// SPDX-License-Identifier: MIT
#include "family.hpp"

#include <algorithm>

#include "../board/families.hpp"
#include "../error.hpp"
#include "../suggestions.hpp"

namespace mexbase {

const Family* Registry::find(std::string_view name) const {
    for (const auto& family : families_)
        if (family.name == name) return &family;
    return nullptr;
}

const Family& Registry::at(std::string_view name) const {
    if (const Family* family = find(name)) return *family;
    std::string listed;
    std::vector<std::string_view> names;
    // Some games, such as Kayles, are values of a parameter of a family. The suggestion is then `octal:code=kayles`.
    std::vector<std::pair<std::string_view, std::string>> values;
    for (const auto& family : families_) {
        listed += (listed.empty() ? "" : ", ") + std::string{family.name};
        names.push_back(family.name);
        for (const KeyHelp& key : family.help->keys)
            for (const std::string_view word : key.words)
                if (!key.range.empty())
                    values.emplace_back(word,
                                        std::string{family.name}.append(":").append(key.name).append("=").append(word));
    }
    for (const auto& value : values) names.push_back(value.first);
    std::string meant = own_game_meant(name).text;
    if (meant.empty()) meant = file_meant(name).text;
    if (!meant.empty()) throw Error(ErrorCode::bad_spec, in_quotes(name) + " is not a game", Suggestion{meant});
    for (const std::string_view near : suggestions(name, names)) {
        const auto value =
            std::find_if(values.begin(), values.end(), [near](const auto& each) { return each.first == near; });
        meant +=
            (meant.empty() ? "; did you mean " : " or ") + (value == values.end() ? std::string{near} : value->second);
    }
    if (!meant.empty()) meant += '?';
    throw Error(ErrorCode::bad_spec,
                in_quotes(name) + " is not a game" + (meant.empty() ? ": expected one of " + listed : ""),
                Suggestion{meant});
}

namespace {

/// If the value of `key` names a family of boards and a size (`path-9`), sets `board` to this board. If a board was
/// given too, it must be equal. For other values, only checks that the given board is a simple undirected graph.
void settle_board(Parameters& parameters, const KeyHelp& key, std::shared_ptr<const Board>& board) {
    if (key.file != KeyHelp::File::board || !parameters.has(key.name)) return;
    if (!is_board_family(parameters.text(key.name))) {
        if (board) require_simple(*board);
        return;
    }
    const std::string name = normal_board_family(parameters.text(key.name));
    parameters.normalise(key.name, name);
    auto named = std::make_shared<const Board>(family_board(name));
    if (board && *board != *named)
        throw Error(ErrorCode::corrupt,
                    "the spec names the board " + name + ", but the given board is a different one");
    board = std::move(named);
}

}  // namespace

Parameters normal_parameters(const Registry& registry, std::string_view spec, std::optional<ValueKind> values) {
    RawSpec raw = parse_spec(spec);
    const Family& family = registry.at(raw.family);
    if (values) add_implied_keys(raw, *family.help, *values);
    Parameters parameters = Parameters::without_extents(raw, *family.help);
    for (const KeyHelp& key : family.help->keys)
        if (key.file == KeyHelp::File::board && parameters.has(key.name) && is_board_family(parameters.text(key.name)))
            parameters.normalise(key.name, normal_board_family(parameters.text(key.name)));
    if (family.normalise == nullptr) return parameters;
    try {
        family.normalise(parameters);
    } catch (const Error&) {
        // `normalise` throws if it reads an absent key. This is allowed if the key only limits a table (`scope`).
        const auto left_out = [&](const KeyHelp& key) { return key.scope && !parameters.has(key.name); };
        if (std::none_of(family.help->keys.begin(), family.help->keys.end(), left_out)) throw;
    }
    return parameters;
}

std::unique_ptr<Game> make_game(const Registry& registry, std::string_view spec, std::shared_ptr<const Board> board,
                                Distance distance) {
    return registry.make(spec, std::move(board), distance);
}

std::unique_ptr<Game> make_game(const Family& family, Parameters parameters, Distance distance) {
    parameters.set_distance(distance);
    auto game = family.make(std::move(parameters));
    if (game->traits().distance != distance)
        throw Error(ErrorCode::not_applicable, game->spec() +
                                                   " is not solved in slices (parts that play never returns to), so it "
                                                   "has no distance to an exit");
    return game;
}

std::unique_ptr<Game> Registry::make(std::string_view spec, std::shared_ptr<const Board> board,
                                     Distance distance) const {
    const RawSpec raw = parse_spec(spec);
    const Family& family = at(raw.family);
    Parameters parameters(raw, *family.help);
    for (const KeyHelp& key : family.help->keys) settle_board(parameters, key, board);
    if (board) parameters.attach(std::move(board));
    return make_game(family, std::move(parameters), distance);
}

}  // namespace mexbase
