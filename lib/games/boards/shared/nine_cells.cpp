#include "nine_cells.hpp"

namespace mexbase {

NineCellList::NineCellList(std::vector<NineCells> positions) {
    auto tables = std::make_shared<Tables>();
    for (unsigned mask = 1; mask < 512; ++mask)
        tables->ternary[mask] = static_cast<std::uint16_t>(3 * tables->ternary[mask >> 1] + (mask & 1));
    tables->number.fill(none);
    tables->list = std::move(positions);
    for (std::size_t i = 0; i < tables->list.size(); ++i) {
        const NineCells& p = tables->list[i];
        tables->number[tables->ternary[p.mine] + 2U * tables->ternary[p.theirs]] = static_cast<std::uint16_t>(i);
    }
    tables_ = std::move(tables);
}

std::vector<NineCells> all_nine_cells() {
    std::vector<NineCells> all;
    for (unsigned mine = 0; mine < 512; ++mine)
        for (unsigned theirs = 0; theirs < 512; ++theirs)
            if ((mine & theirs) == 0)
                all.push_back({static_cast<std::uint16_t>(mine), static_cast<std::uint16_t>(theirs)});
    return all;
}

}  // namespace mexbase
