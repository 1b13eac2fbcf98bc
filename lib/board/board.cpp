#include "board.hpp"

#include <limits>
#include <numeric>

#include "../error.hpp"

namespace mexbase {

Board::Board(bool directed, std::vector<std::string> names, std::span<const Arc> arcs, std::vector<std::uint8_t> marks)
    : directed_(directed), names_(std::move(names)), marks_(std::move(marks)) {
    if (names_.size() >= std::numeric_limits<Vertex>::max())
        throw Error(ErrorCode::bad_file, "a board has fewer than 2^32 - 1 vertices");
    if (!marks_.empty() && marks_.size() != names_.size())
        throw Error(ErrorCode::bad_file, "a board has one mark a vertex, or none");
    index_names();
    const std::size_t n = names_.size();
    offsets_.assign(n + 1, 0);
    back_offsets_.assign(n + 1, 0);
    for (const auto& [from, to] : arcs) {
        if (from >= n || to >= n) throw Error(ErrorCode::bad_file, "an arc ends at no vertex of the board");
        ++offsets_[from + 1];
        ++back_offsets_[to + 1];
    }
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    std::partial_sum(back_offsets_.begin(), back_offsets_.end(), back_offsets_.begin());
    targets_.resize(arcs.size());
    sources_.resize(arcs.size());
    auto next = offsets_;
    auto back_next = back_offsets_;
    for (const auto& [from, to] : arcs) {
        targets_[next[from]++] = to;
        sources_[back_next[to]++] = from;
    }
}

void Board::index_names() {
    by_name_.reserve(names_.size());
    for (Vertex v = 0; v < names_.size(); ++v) {
        if (names_[v].empty()) throw Error(ErrorCode::bad_file, "a vertex has an empty name");
        if (!by_name_.emplace(names_[v], v).second)
            throw Error(ErrorCode::bad_file, "two vertices are named " + in_quotes(names_[v]));
    }
}

std::uint64_t Board::find(std::string_view name) const {
    const auto at = by_name_.find(name);
    return at == by_name_.end() ? vertex_count() : at->second;
}

}  // namespace mexbase
