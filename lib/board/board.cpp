// SPDX-License-Identifier: MIT
#include "board.hpp"

#include <algorithm>
#include <numeric>

#include "../error.hpp"

namespace mexbase {

namespace {

[[noreturn]] void not_simple(const std::string& message) {
    throw Error(ErrorCode::bad_file, message);
}

std::string both(const Board& board, Vertex v, Vertex w) {
    return in_quotes(board.name(v)) + " and " + in_quotes(board.name(w));
}

}  // namespace

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

Board::Board(bool directed, std::vector<std::string> names, std::span<const Arc> arcs, std::vector<std::uint8_t> marks,
             std::span<const std::uint8_t> owners)
    : directed_(directed), marks_(std::move(marks)) {
    if (!marks_.empty() && marks_.size() != names.size())
        throw Error(ErrorCode::bad_file, "the board has " + std::to_string(marks_.size()) + " marks for " +
                                             std::to_string(names.size()) +
                                             " vertices: expected one mark per vertex, or no marks");
    if (arcs.size() >= board_limit)
        throw Error(ErrorCode::bad_file, "the board has 2^32 - 1 arcs or more, which is not supported");
    for (const std::string& name : names) {
        if (const auto fault = fault_of_name(name)) throw Error(ErrorCode::bad_file, *fault);
        if (!names_.add(name).second) throw Error(ErrorCode::bad_file, "two vertices are named " + in_quotes(name));
    }
    for (Vertex v = 0; v < marks_.size(); ++v)
        if (!is_mark(marks_[v]))
            throw Error(ErrorCode::bad_file,
                        "vertex " + in_quotes(names[v]) + " has the invalid mark " + std::to_string(marks_[v]));
    const std::size_t n = names.size();
    ArcRows rows;
    rows.offsets.assign(n + 1, 0);
    for (const auto& [from, to] : arcs) {
        if (from >= n || to >= n)
            throw Error(ErrorCode::bad_file, "an arc begins or ends at a vertex that is not on the board");
        ++rows.offsets[from];
    }
    const bool owned = check_owners(arcs, owners);
    open_rows(rows);
    if (owned) rows.owners.resize(arcs.size());
    for (std::size_t a = arcs.size(); a-- > 0;) {
        const std::uint32_t place = --rows.offsets[arcs[a].first];
        rows.ends[place] = arcs[a].second;
        if (owned) rows.owners[place] = owners[a];
    }
    keep(std::move(rows));
}

Board::Board(VertexNames names, ArcRows ahead, std::vector<std::uint8_t> marks)
    : names_(std::move(names)), marks_(std::move(marks)) {
    keep(std::move(ahead));
}

Board::Board(VertexNames names, std::function<ArcRows()> make) : names_(std::move(names)) {
    auto arcs = std::make_shared<Arcs>();
    arcs->make = std::move(make);
    arcs_ = std::move(arcs);
}

void Board::keep(ArcRows&& ahead) {
    auto arcs = std::make_shared<Arcs>();
    arcs->ahead.get([&ahead] { return std::move(ahead); });
    arcs_ = std::move(arcs);
}

std::uint64_t Board::bytes() const {
    const ArcRows& rows = ahead();
    const std::uint64_t one_way =
        rows.offsets.size() * sizeof(std::uint32_t) + rows.ends.size() * sizeof(Vertex) + rows.owners.size();
    return names_.bytes() + marks_.size() + 2 * one_way;
}

/// Checks the owners. Returns true if some arc belongs to one player only.
bool Board::check_owners(std::span<const Arc> arcs, std::span<const std::uint8_t> owners) const {
    if (owners.empty()) return false;
    if (owners.size() != arcs.size())
        throw Error(ErrorCode::bad_file, "the board has " + std::to_string(owners.size()) + " owners for " +
                                             std::to_string(arcs.size()) +
                                             " arcs: expected one owner per arc, or no owners");
    bool owned = false;
    for (std::size_t a = 0; a < arcs.size(); ++a) {
        owned = owned || owners[a] != either;
        if (owners[a] > right)
            throw Error(ErrorCode::bad_file, "the arc from " + in_quotes(names_[arcs[a].first]) + " to " +
                                                 in_quotes(names_[arcs[a].second]) + " has the owner " +
                                                 std::to_string(owners[a]) +
                                                 ": expected 0 (either player), 1 (Left) or 2 (Right)");
    }
    if (owned && !directed_)
        throw Error(ErrorCode::bad_file, "an arc belongs to one player, but only the arcs of a directed board can");
    return owned;
}

void require_simple(const Board& board) {
    if (board.directed()) not_simple("the board is a directed graph, but must be undirected");
    if (board.vertex_count() == 0) not_simple("the board has no vertex");
    std::vector<Vertex> targets, sources;
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        if (board.mark(v) != Board::plain)
            not_simple("vertex " + in_quotes(board.name(v)) +
                       " is marked beyond or home, which this game does not use: remove the mark");
        targets.assign(board.successors(v).begin(), board.successors(v).end());
        sources.assign(board.predecessors(v).begin(), board.predecessors(v).end());
        std::sort(targets.begin(), targets.end());
        std::sort(sources.begin(), sources.end());
        if (std::binary_search(targets.begin(), targets.end(), v))
            not_simple("vertex " + in_quotes(board.name(v)) + " has an edge to itself, which is not allowed");
        if (const auto twice = std::adjacent_find(targets.begin(), targets.end()); twice != targets.end())
            not_simple("vertices " + both(board, v, *twice) + " are joined by more than one edge");
        // A board stored in a file may claim to be undirected and lack the reverse arcs.
        if (const auto [to, from] = std::mismatch(targets.begin(), targets.end(), sources.begin(), sources.end());
            to != targets.end() || from != sources.end())
            not_simple("an edge of vertex " + in_quotes(board.name(v)) +
                       " goes in one direction only: an undirected board needs both directions");
    }
}

}  // namespace mexbase
