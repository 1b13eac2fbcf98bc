#include "../game_file.hpp"
#include "explored_rules.hpp"

namespace mexbase {

std::unique_ptr<Game> explored_game(const Registry& registry, const std::string& name,
                                    std::shared_ptr<const Board> board, std::uint64_t bound) {
    const Family& family = registry.at("program");
    RawSpec spec{std::string(family.name), {{"name", name}, {"answers", board_reference(*board)}}};
    if (bound != 0) spec.values.emplace_back("bound", std::to_string(bound));
    Parameters parameters(spec, *family.help);
    parameters.attach(std::move(board));
    return family.make(std::move(parameters));
}

}  // namespace mexbase
