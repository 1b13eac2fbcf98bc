/// \file
/// A board: a finite graph with named vertices. What graphs, maps and boards of every file format become.
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

/// For each vertex the other ends of its arcs, of those that leave it or of those that reach it. A plain value.
struct ArcRows {
    std::vector<std::uint32_t> offsets{0};  ///< where each vertex's row begins in `ends`, and the end of the last
    std::vector<Vertex> ends;
    std::vector<std::uint8_t> owners;  ///< of each arc, or nothing where all are of either player

    std::uint64_t vertices() const { return offsets.size() - 1; }
    std::span<const Vertex> row(Vertex v) const { return {ends.data() + offsets[v], ends.data() + offsets[v + 1]}; }
    std::span<const std::uint8_t> owners_of_row(Vertex v) const {
        if (owners.empty()) return {};
        return {owners.data() + offsets[v], owners.data() + offsets[v + 1]};
    }
    friend bool operator==(const ArcRows&, const ArcRows&) = default;
};

/// The same arcs from their other ends. Each row is in the order of the vertices it names, parallel arcs in theirs.
ArcRows turned_round(const ArcRows& rows);

/// Turns counts into rows to be filled from behind: `offsets` holds the length of each row, and 0 after the last; it
/// gets where each row ends, and `ends` gets its size. Whoever puts arcs into `ends[--offsets[v]]`, from the last to
/// the first, finds `offsets` as it should be when all are there.
void open_rows(ArcRows& rows);

/// Adjacency with names, immutable once built. A plain value, whose copies share their arcs; safe for any number of
/// readers.
///
/// Arcs keep the order in which they were given, parallel ones included. An undirected edge is two arcs. A graph takes
/// 4 bytes an arc and a vertex, twice that from the first question for predecessors on, and what its names need.
class Board {
  public:
    /// Marks of a vertex; a board file gives them, a ruleset says what they mean. The numbers are those of the table
    /// format: never renumber.
    enum Mark : std::uint8_t {
        plain = 0,
        beyond = 1,   ///< lies past the bound of what is known: its value is unknown
        home = 2,     ///< play ends here whatever leaves it
        start = 4,    ///< play begins here
        stopped = 8,  ///< play has stopped, and `stop_of` says how; never with `beyond`
    };
    /// How play has stopped, for the player to move.
    enum class EndResult : std::uint8_t { loss = 0, win = 1, tie = 2, draw = 3 };
    /// The mark of a vertex where play has stopped so when Left is to move, and so when Right is.
    static constexpr std::uint8_t stopped_mark(EndResult left_to_move, EndResult right_to_move) {
        return static_cast<std::uint8_t>(stopped | static_cast<unsigned>(left_to_move) << 4 |
                                         static_cast<unsigned>(right_to_move) << 6);
    }
    /// What a mark with `stopped` says of the player to move.
    static constexpr EndResult stop_of(std::uint8_t mark, bool left_to_move) {
        return static_cast<EndResult>(mark >> (left_to_move ? 4 : 6) & 3);
    }
    /// Whether a number is a mark.
    static constexpr bool is_mark(std::uint8_t mark) {
        if ((mark & stopped) == 0) return mark < 8 && (mark & 3) != 3;
        return (mark & (beyond | home)) == 0;
    }
    /// Who may move along an arc. The numbers are those of the table format: never renumber.
    enum Owner : std::uint8_t { either = 0, left = 1, right = 2 };
    /// Source and target.
    using Arc = std::pair<Vertex, Vertex>;

    /// No vertices at all.
    Board() : Board(VertexNames{}, ArcRows{}) {}
    /// Builds from names (distinct, see `fault_of_name`), arcs, marks (one a vertex, or none at all) and owners (one an
    /// arc in the same order, or none at all; a board whose arcs all are of `either` player has none). Throws
    /// `Error{bad_file}` for a name given twice or at fault, an arc whose end is no vertex, another mark or owner than
    /// there are, or owners where the board is undirected.
    Board(bool directed, std::vector<std::string> names, std::span<const Arc> arcs,
          std::vector<std::uint8_t> marks = {}, std::span<const std::uint8_t> owners = {});
    /// A directed board of distinct names without fault and as many rows, whose ends are vertices, and as many marks or
    /// none: nothing is looked at.
    Board(VertexNames names, ArcRows ahead, std::vector<std::uint8_t> marks = {});
    /// The same without marks and owners, with rows that are made when an arc is first asked for. What `make` throws,
    /// whoever asks gets, each time.
    Board(VertexNames names, std::function<ArcRows()> make);

    /// Whether the file gave arcs, not edges. An undirected board has both arcs of every edge.
    bool directed() const { return directed_; }
    /// Number of vertices.
    std::uint64_t vertex_count() const { return names_.size(); }
    /// Number of arcs, parallel ones included.
    std::uint64_t arc_count() const { return ahead().ends.size(); }
    /// The name of `v`, as in the file.
    std::string name(Vertex v) const { return names_[v]; }
    /// The names of all vertices.
    const VertexNames& names() const { return names_; }
    /// The `Mark` of `v`.
    std::uint8_t mark(Vertex v) const { return marks_.empty() ? std::uint8_t{plain} : marks_[v]; }
    /// The marks of all vertices, or nothing where none were given: all are plain.
    std::span<const std::uint8_t> marks() const { return marks_; }

    /// Targets of the arcs that leave `v`, in the order given.
    std::span<const Vertex> successors(Vertex v) const { return ahead().row(v); }
    /// Sources of the arcs that reach `v`, in the order of vertices.
    std::span<const Vertex> predecessors(Vertex v) const { return back().row(v); }
    /// Number of the first arc that leaves `v`; arcs are numbered by source, then in the order given. `v` may be
    /// vertex_count.
    std::uint64_t first_arc(Vertex v) const { return ahead().offsets[v]; }
    /// All arcs by their sources.
    const ArcRows& ahead() const {
        return arcs_->ahead.get([this] { return arcs_->make(); });
    }

    /// The `Owner` of every arc, by the numbers of `first_arc`, or nothing where none were given: all are of `either`.
    std::span<const std::uint8_t> owners() const { return ahead().owners; }
    /// The owners of the arcs to `successors(v)`, or nothing where the board has none.
    std::span<const std::uint8_t> owners_ahead(Vertex v) const { return ahead().owners_of_row(v); }
    /// The owners of the arcs from `predecessors(v)`, or nothing where the board has none.
    std::span<const std::uint8_t> owners_back(Vertex v) const { return back().owners_of_row(v); }
    /// What it takes in memory when predecessors have been asked for.
    std::uint64_t bytes() const;

    /// The vertex of that name, or vertex_count.
    std::uint64_t find(std::string_view name) const { return names_.find(name); }

    friend bool operator==(const Board& a, const Board& b) {
        return a.directed_ == b.directed_ && a.names_ == b.names_ && a.marks_ == b.marks_ && a.ahead() == b.ahead();
    }

  private:
    /// Rows that are made when they are first needed.
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

/// Throws `Error{bad_file}`, one line that names the vertices, unless `board` is undirected with at least one vertex,
/// no loop, no parallel edges, an arc back for every arc, and no marked vertex (a mark would mean nothing, and must not
/// be passed over). The board of a file is checked by `parse_simple_graph`, which tells the line too.
void require_simple(const Board& board);

}  // namespace mexbase
