#include "board.hpp"

#include <limits>
#include <numeric>

#include "../error.hpp"

namespace mexbase {

std::optional<std::string> fault_of_name(std::string_view name) {
    if (name.empty()) return "a vertex has an empty name";
    if (name.size() > longest_name)
        return "the name " + in_quotes(name) + " is longer than " + std::to_string(longest_name) + " bytes";
    for (std::string_view rest = name; !rest.empty();) {
        const std::size_t length = utf8_length(rest);
        if (length == 0) return "the name " + in_quotes(name) + " is not UTF-8";
        if (begins_with_control(rest)) return "the name " + in_quotes(name) + " has a control character";
        rest.remove_prefix(length);
    }
    if (name.size() > 1 && name[0] == '#' && name.find_first_not_of("0123456789", 1) == std::string_view::npos)
        return "the name " + in_quotes(name) + " would be read as an index";
    return std::nullopt;
}

Board::Board(bool directed, std::vector<std::string> names, std::span<const Arc> arcs, std::vector<std::uint8_t> marks,
             std::span<const std::uint8_t> owners)
    : directed_(directed), names_(std::move(names)), marks_(std::move(marks)) {
    if (names_.size() >= std::numeric_limits<Vertex>::max())
        throw Error(ErrorCode::bad_file, "a board has fewer than 2^32 - 1 vertices");
    if (!marks_.empty() && marks_.size() != names_.size())
        throw Error(ErrorCode::bad_file, "a board has one mark a vertex, or none");
    index_names();
    for (Vertex v = 0; v < marks_.size(); ++v)
        if (!is_mark(marks_[v]))
            throw Error(ErrorCode::bad_file, "vertex " + in_quotes(names_[v]) + " has the mark " +
                                                 std::to_string(marks_[v]) + ", which is none");
    const std::size_t n = names_.size();
    offsets_.assign(n + 1, 0);
    back_offsets_.assign(n + 1, 0);
    for (const auto& [from, to] : arcs) {
        if (from >= n || to >= n) throw Error(ErrorCode::bad_file, "an arc ends at no vertex of the board");
        ++offsets_[from + 1];
        ++back_offsets_[to + 1];
    }
    const bool owned = check_owners(arcs, owners);
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    std::partial_sum(back_offsets_.begin(), back_offsets_.end(), back_offsets_.begin());
    targets_.resize(arcs.size());
    sources_.resize(arcs.size());
    if (owned) {
        owners_.resize(arcs.size());
        back_owners_.resize(arcs.size());
    }
    auto next = offsets_;
    auto back_next = back_offsets_;
    for (std::size_t a = 0; a < arcs.size(); ++a) {
        const auto [from, to] = arcs[a];
        if (owned) {
            owners_[next[from]] = owners[a];
            back_owners_[back_next[to]] = owners[a];
        }
        targets_[next[from]++] = to;
        sources_[back_next[to]++] = from;
    }
}

/// Whether any arc belongs to one player.
bool Board::check_owners(std::span<const Arc> arcs, std::span<const std::uint8_t> owners) const {
    if (owners.empty()) return false;
    if (owners.size() != arcs.size()) throw Error(ErrorCode::bad_file, "a board has one owner an arc, or none");
    bool owned = false;
    for (std::size_t a = 0; a < arcs.size(); ++a) {
        owned = owned || owners[a] != either;
        if (owners[a] > right)
            throw Error(ErrorCode::bad_file, "the arc from " + in_quotes(names_[arcs[a].first]) + " to " +
                                                 in_quotes(names_[arcs[a].second]) + " has the owner " +
                                                 std::to_string(owners[a]) + ", which is none of 0, 1 and 2");
    }
    if (owned && !directed_) throw Error(ErrorCode::bad_file, "only the arcs of a directed board belong to a player");
    return owned;
}

void Board::index_names() {
    by_name_.reserve(names_.size());
    for (Vertex v = 0; v < names_.size(); ++v) {
        if (const auto fault = fault_of_name(names_[v])) throw Error(ErrorCode::bad_file, *fault);
        if (!by_name_.emplace(names_[v], v).second)
            throw Error(ErrorCode::bad_file, "two vertices are named " + in_quotes(names_[v]));
    }
}

std::uint64_t Board::find(std::string_view name) const {
    const auto at = by_name_.find(name);
    return at == by_name_.end() ? vertex_count() : at->second;
}

}  // namespace mexbase
