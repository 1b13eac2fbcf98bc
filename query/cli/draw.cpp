#include <iostream>

#include "../../lib/board/drawing.hpp"
#include "../../lib/rules/game.hpp"
#include "commands.hpp"

namespace mexbase::cli {

int draw(const Table& table, const std::string& position) {
    const AskedPosition asked = table.ask(position).value();
    const Game& game = table.game().value();
    std::cout << to_svg(game.drawing(asked), std::string(game.family()) + ' ' + asked.text);
    return 0;
}

}  // namespace mexbase::cli
