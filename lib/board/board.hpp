// SPDX-License-Identifier: MIT
/// \file
/// A board: a finite graph with named vertices. Every file format of graphs, maps and boards is read into this form.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../lazy.hpp"
#include "names.hpp"

namespace mexbase {

/// The ends of the arcs that leave (or reach) each vertex, in one row per vertex. A plain value.
struct ArcRows {
    std::vector<std::uint32_t> offsets{0};  ///< start of each vertex's row in `ends`, and the end of the last row
    std::vector<Vertex> ends;
    std::vector<std::uint8_t> owners;  ///< owner of each arc; empty if either player may use every arc

    std::uint64_t vertices() const { return offsets.size() - 1; }
    std::span<const Vertex> row(Vertex v) const { return {ends.data() + offsets[v], ends.data() + offsets[v + 1]}; }
    std::span<const std::uint8_t> owners_of_row(Vertex v) const {
        if (owners.empty()) return {};
        return {owners.data() + offsets[v], owners.data() + offsets[v + 1]};
    }
    friend bool operator==(const ArcRows&, const ArcRows&) = default;
};

/// Returns the reversed arcs. Each row is sorted by vertex; parallel arcs keep their order.
ArcRows turned_round(const ArcRows& rows);

/// Prepares `rows` for being filled from the end. Before the call, `offsets[v]` is the length of row v, and the last
/// element is 0. After it, `offsets[v]` is the end of row v in `ends`, which has its final size. The caller then stores
/// the arcs, from the last to the first, in `ends[--offsets[v]]`. So `offsets[v]` becomes the start of row v.
void open_rows(ArcRows& rows);

/// A graph with named vertices, immutable once built. A plain value whose copies share their arcs. Safe for any number
/// of readers.
///
/// Arcs keep the order in which they were given, parallel ones included. An undirected edge is two arcs. A board takes
/// 4 bytes per arc and per vertex, twice that after the first query for predecessors, plus its names.
class Board {
  public:
    /// Marks that a board file gives to a vertex for the ruleset. Tables store these numbers, so they must not change.
    enum Mark : std::uint8_t {
        plain = 0,
        beyond = 1,   ///< past the bound: its value is unknown
        home = 2,     ///< play ends here, even if arcs leave it
        start = 4,    ///< play begins here
        stopped = 8,  ///< play has stopped, with the result `stop_of`; not with `beyond` or `home`
    };
    /// The result for the player to move at a vertex where play has stopped.
    enum class EndResult : std::uint8_t { loss = 0, win = 1, tie = 2, draw = 3 };
    /// Returns the mark of a terminal vertex with these results for the player to move, who may be Left or Right.
    static constexpr std::uint8_t stopped_mark(EndResult left_to_move, EndResult right_to_move) {
        return static_cast<std::uint8_t>(stopped | static_cast<unsigned>(left_to_move) << 4 |
                                         static_cast<unsigned>(right_to_move) << 6);
    }
    /// Returns the result for the player to move at a terminal vertex. `mark` must contain `stopped`.
    static constexpr EndResult stop_of(std::uint8_t mark, bool left_to_move) {
        return static_cast<EndResult>(mark >> (left_to_move ? 4 : 6) & 3);
    }
    static constexpr bool is_mark(std::uint8_t mark) {
        if ((mark & stopped) == 0) return mark < 8 && (mark & 3) != 3;
        return (mark & (beyond | home)) == 0;
    }
    /// The player who may move along an arc. Tables store these numbers, so they must not change.
    enum Owner : std::uint8_t { either = 0, left = 1, right = 2 };
    using Arc = std::pair<Vertex, Vertex>;

    Board() : Board(VertexNames{}, ArcRows{}) {}
    /// Builds a board. Names must be distinct and valid (`fault_of_name`). `marks` has a mark per vertex or is empty.
    /// `owners` has an owner per arc or is empty; it is dropped if all are `either`. Throws `Error{bad_file}` if a
    /// name, an arc end, a mark or an owner is invalid, or if an undirected board has owners.
    Board(bool directed, std::vector<std::string> names, std::span<const Arc> arcs,
          std::vector<std::uint8_t> marks = {}, std::span<const std::uint8_t> owners = {});
    /// Makes a directed board without checks. Names must be distinct and valid. `ahead` must have a row per name, and
    /// vertices as ends. `marks` must have a mark per vertex or be empty.
    Board(VertexNames names, ArcRows ahead, std::vector<std::uint8_t> marks = {});
    /// Makes a board without marks and owners. The first access to an arc calls `make`. If `make` throws, the access
    /// throws, and the next access calls `make` again.
    Board(VertexNames names, std::function<ArcRows()> make);

    /// Returns true if the board is directed. An undirected board has two arcs for each edge.
    bool directed() const { return directed_; }
    std::uint64_t vertex_count() const { return names_.size(); }
    /// Returns the number of arcs, parallel ones included.
    std::uint64_t arc_count() const { return ahead().ends.size(); }
    std::string name(Vertex v) const { return names_[v]; }
    const VertexNames& names() const { return names_; }
    std::uint8_t mark(Vertex v) const { return marks_.empty() ? std::uint8_t{plain} : marks_[v]; }
    /// Returns the marks of all vertices, or empty if all are plain.
    std::span<const std::uint8_t> marks() const { return marks_; }

    /// Returns the targets of the arcs that leave `v`, in the order given.
    std::span<const Vertex> successors(Vertex v) const { return ahead().row(v); }
    /// Returns the sources of the arcs that reach `v`, in the order of vertices.
    std::span<const Vertex> predecessors(Vertex v) const { return back().row(v); }
    /// Returns the number of the first arc that leaves `v`. Arcs are numbered by source, then in the order given. `v`
    /// may be `vertex_count()`.
    std::uint64_t first_arc(Vertex v) const { return ahead().offsets[v]; }
    const ArcRows& ahead() const {
        return arcs_->ahead.get([this] { return arcs_->make(); });
    }

    /// Returns the `Owner` of every arc, numbered as in `first_arc`. Empty if all owners are `either`.
    std::span<const std::uint8_t> owners() const { return ahead().owners; }
    /// Returns the owners of the arcs to `successors(v)`, or empty if the board has no owners.
    std::span<const std::uint8_t> owners_ahead(Vertex v) const { return ahead().owners_of_row(v); }
    /// Returns the owners of the arcs from `predecessors(v)`, or empty if the board has no owners.
    std::span<const std::uint8_t> owners_back(Vertex v) const { return back().owners_of_row(v); }
    /// Returns the bytes of memory that the board takes once predecessors have been queried.
    std::uint64_t bytes() const;

    /// Returns the vertex of that name, or `vertex_count()`.
    std::uint64_t find(std::string_view name) const { return names_.find(name); }

    friend bool operator==(const Board& a, const Board& b) {
        return a.directed_ == b.directed_ && a.names_ == b.names_ && a.marks_ == b.marks_ && a.ahead() == b.ahead();
    }

  private:
    /// The arcs of the board: `ahead` by source and `back` by target, each made on first use.
    struct Arcs {
        std::function<ArcRows()> make;
        detail::Lazy<ArcRows> ahead, back;
    };

    const ArcRows& back() const {
        return arcs_->back.get([this] { return turned_round(ahead()); });
    }
    bool check_owners(std::span<const Arc> arcs, std::span<const std::uint8_t> owners) const;
    void keep(ArcRows&& ahead);

    bool directed_ = true;
    VertexNames names_;
    std::vector<std::uint8_t> marks_;
    std::shared_ptr<const Arcs> arcs_;
};

/// Throws `Error{bad_file}` unless `board` is a simple graph without marks. A simple graph is undirected. It has at
/// least one vertex, no loops, no parallel edges, and a reverse arc for every arc. Marks are refused because the games
/// on simple graphs would ignore them. The message names the vertices; that of `parse_simple_graph` also has the line.
void require_simple(const Board& board);

}  // namespace mexbase
