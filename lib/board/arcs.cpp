#include "arcs.hpp"

#include <numeric>

namespace mexbase {

void open_rows(ArcRows& rows) {
    std::partial_sum(rows.offsets.begin(), rows.offsets.end(), rows.offsets.begin());
    rows.ends.resize(rows.offsets.back());
}

ArcRows turned_round(const ArcRows& rows) {
    ArcRows out;
    out.offsets.assign(rows.offsets.size(), 0);
    for (const Vertex end : rows.ends) ++out.offsets[end];
    open_rows(out);
    out.owners.resize(rows.owners.size());
    for (auto v = static_cast<Vertex>(rows.vertices()); v-- > 0;) {
        for (std::size_t a = rows.offsets[v + 1]; a-- > rows.offsets[v];) {
            const std::uint32_t place = --out.offsets[rows.ends[a]];
            out.ends[place] = v;
            if (!rows.owners.empty()) out.owners[place] = rows.owners[a];
        }
    }
    return out;
}

}  // namespace mexbase
