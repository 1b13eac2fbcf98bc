#include "registry.hpp"

#include "../error.hpp"

namespace mexbase {

const Family* Registry::find(std::string_view name) const {
    for (const auto& family : families_)
        if (family.name == name) return &family;
    return nullptr;
}

const Family& Registry::at(std::string_view name) const {
    if (const Family* family = find(name)) return *family;
    std::string names;
    for (const auto& family : families_) names += (names.empty() ? "" : ", ") + std::string{family.name};
    throw Error(ErrorCode::bad_spec, "there is no game " + in_quotes(name) + "; the games are: " + names);
}

std::unique_ptr<Game> make_game(const Registry& registry, std::string_view spec, std::shared_ptr<const Board> board) {
    const RawSpec raw = parse_spec(spec);
    const Family& family = registry.at(raw.family);
    Parameters parameters(raw, *family.help);
    if (board) parameters.attach(std::move(board));
    return family.make(std::move(parameters));
}

}  // namespace mexbase
