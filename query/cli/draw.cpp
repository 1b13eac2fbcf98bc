// SPDX-License-Identifier: MIT
#include <iostream>

#include "../../lib/board/drawing.hpp"
#include "../../lib/rules/game.hpp"
#include "../json/json.hpp"
#include "commands.hpp"

namespace mexbase::cli {

int draw(const Table& table, const std::string& position, bool as_json) {
    const ResolvedPosition asked = table.resolve(position).value();
    const Game& game = table.game().value();
    const std::string svg = to_svg(game.drawing(asked), std::string(game.family()) + ' ' + asked.text);
    if (!as_json) {
        std::cout << svg;
        return 0;
    }
    Json json;
    json["position"] = position;
    json["svg"] = svg;
    std::cout << to_line(json) << '\n';
    return 0;
}

}  // namespace mexbase::cli
