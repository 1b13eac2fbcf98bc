#include "automorphisms.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <unordered_set>
#include <utility>

#include "../error.hpp"
#include "simple.hpp"

namespace mexbase {

namespace {

/// Vertices and arcs looked at before a search is given up, after seconds. Boards of the most vertices allowed need a
/// small part of it, unless they were made to mislead.
constexpr std::uint64_t most_search_work = 1'000'000'000;

/// The vertices in a row of cells; only vertices of one cell may still be mapped to one another.
struct OrderedPartition {
    std::vector<Vertex> row;
    std::vector<Vertex> cell_of;  ///< a cell is named by the place in `row` where it begins
    std::vector<Vertex> length;   ///< of the cell that begins here

    explicit OrderedPartition(Vertex vertices) : row(vertices), cell_of(vertices, 0), length(vertices, 0) {
        std::iota(row.begin(), row.end(), Vertex{0});
        length[0] = vertices;
    }

    std::span<const Vertex> cell(Vertex begin) const { return {row.data() + begin, length[begin]}; }
    /// The first of the smallest cells of more than one vertex; `row.size()` if there is none. Small ones first, so
    /// that a search ends with one part of the board before it begins with another.
    Vertex target() const {
        Vertex best = static_cast<Vertex>(row.size());
        for (Vertex begin = 0; begin < row.size(); begin += length[begin])
            if (length[begin] > 1 && (best == row.size() || length[begin] < length[best])) best = begin;
        return best;
    }
    /// Makes `v` a cell of its own, before the rest of its cell.
    void split_off(Vertex v) {
        const Vertex begin = cell_of[v];
        const Vertex end = begin + length[begin];
        std::iter_swap(row.begin() + begin, std::find(row.begin() + begin, row.begin() + end, v));
        length[begin + 1] = length[begin] - 1;
        length[begin] = 1;
        for (Vertex at = begin + 1; at < end; ++at) cell_of[row[at]] = begin + 1;
    }
};

class Search {
  public:
    explicit Search(const Board& board)
        : board_(board), vertices_(static_cast<Vertex>(board.vertex_count())), count_(vertices_, 0) {
        for (Vertex v = 0; v < vertices_; ++v)
            for (const Vertex w : board.successors(v)) edges_.insert(std::uint64_t{v} * vertices_ + w);
        fix_one_by_one();
        find_generators();
    }

    /// By level: those that fix the vertices of all levels before, and move this one's.
    std::vector<std::vector<Permutation>> generators;
    /// The vertices that are fixed one after another.
    std::vector<Vertex> base;

  private:
    /// The first way down: what every other must look like.
    struct Step {
        OrderedPartition before;
        Vertex cell = 0;
        std::uint64_t trace = 0;  ///< of the refinement after the vertex was fixed
    };

    /// Splits cells by numbers of neighbours in other cells until that tells no more apart, beginning with the cell
    /// `start`. The result is a digest of all that was counted: it depends on no names, so automorphisms keep it.
    std::uint64_t refine(OrderedPartition& p, Vertex start) {
        std::uint64_t trace = 0;
        const auto note = [&trace](std::uint64_t number) {
            trace = (trace ^ number) * 0x9e3779b97f4a7c15U;
            trace ^= trace >> 29;
        };
        std::vector<Vertex> waiting{start};
        std::vector<bool> waits(vertices_, false);
        waits[start] = true;
        for (std::size_t next = 0; next < waiting.size(); ++next) {
            const Vertex splitter = waiting[next];
            waits[splitter] = false;
            std::fill(count_.begin(), count_.end(), 0);
            for (const Vertex v : p.cell(splitter))
                for (const Vertex w : board_.successors(v)) ++count_[w];
            spend(vertices_ + std::accumulate(count_.begin(), count_.end(), std::uint64_t{0}));
            note(splitter);
            for (Vertex begin = 0; begin < vertices_;) {
                const Vertex end = begin + p.length[begin];
                split(p, begin, end, waiting, waits, note);
                begin = end;
            }
        }
        return trace;
    }

    void spend(std::uint64_t work) {
        work_ += work;
        if (work_ > most_search_work)
            throw Error(ErrorCode::not_applicable, "the symmetries of this board of " + std::to_string(vertices_) +
                                                       " vertices are too hard to find");
    }

    /// Splits the cell [begin, end) by `count_`.
    template <class Note>
    void split(OrderedPartition& p, Vertex begin, Vertex end, std::vector<Vertex>& waiting, std::vector<bool>& waits,
               Note&& note) {
        const auto first = p.row.begin() + begin;
        const auto last = p.row.begin() + end;
        const auto less = [this](Vertex v, Vertex w) { return count_[v] < count_[w]; };
        const auto [least, most] = std::minmax_element(first, last, less);
        note(count_[*least]);
        if (count_[*least] == count_[*most]) return;
        std::sort(first, last, less);
        std::vector<Vertex> parts;
        for (Vertex at = begin; at < end; ++at) {
            const Vertex v = p.row[at];
            if (at == begin || count_[v] != count_[p.row[at - 1]]) {
                parts.push_back(at);
                p.length[at] = 0;
                note(at);
                note(count_[v]);
            }
            p.cell_of[v] = parts.back();
            ++p.length[parts.back()];
        }
        // What the whole cell has told, its largest part need not tell again.
        const Vertex largest = *std::max_element(parts.begin(), parts.end(),
                                                 [&p](Vertex a, Vertex b) { return p.length[a] < p.length[b]; });
        const bool whole_waits = waits[begin];
        for (const Vertex part : parts) {
            if (waits[part] || (!whole_waits && part == largest)) continue;
            waits[part] = true;
            waiting.push_back(part);
        }
    }

    void fix_one_by_one() {
        OrderedPartition p(vertices_);
        refine(p, 0);
        for (Vertex cell = p.target(); cell != vertices_; cell = p.target()) {
            steps_.push_back({p, cell});
            base.push_back(p.cell(cell).front());
            p.split_off(base.back());
            steps_.back().trace = refine(p, cell);
        }
        leaf_ = p.row;
    }

    /// From the deepest level up: the stabiliser below is known, and only one vertex of each of its orbits is tried.
    void find_generators() {
        generators.resize(base.size());
        std::vector<Vertex> leader(vertices_);
        std::iota(leader.begin(), leader.end(), Vertex{0});
        for (std::size_t level = base.size(); level-- > 0;) {
            const Step& step = steps_[level];
            std::vector<Vertex> failed;
            std::vector<Vertex> candidates(step.before.cell(step.cell).begin(), step.before.cell(step.cell).end());
            std::sort(candidates.begin(), candidates.end());
            for (const Vertex v : candidates) {
                const auto joined = [&](Vertex w) { return find(leader, w) == find(leader, v); };
                if (joined(base[level]) || std::any_of(failed.begin(), failed.end(), joined)) continue;
                if (auto found = image(level, step.before, v)) {
                    for (Vertex w = 0; w < vertices_; ++w) leader[find(leader, w)] = find(leader, (*found)[w]);
                    generators[level].push_back(std::move(*found));
                } else {
                    failed.push_back(v);
                }
            }
        }
    }

    static Vertex find(std::vector<Vertex>& leader, Vertex v) {
        while (leader[v] != v) v = leader[v] = leader[leader[v]];
        return v;
    }

    /// An automorphism that maps the vertex of `level` to `v`, and those before as the cells of `before` say.
    std::optional<Permutation> image(std::size_t level, const OrderedPartition& before, Vertex v) {
        OrderedPartition p = before;
        p.split_off(v);
        if (refine(p, steps_[level].cell) != steps_[level].trace) return std::nullopt;
        if (++level == steps_.size()) return leaf(p);
        const Vertex cell = steps_[level].cell;
        if (p.target() != cell || p.length[cell] != steps_[level].before.length[cell]) return std::nullopt;
        // Fixing what can be fixed makes for generators that move little.
        if (p.cell_of[base[level]] == cell)
            if (auto found = image(level, p, base[level])) return found;
        std::vector<Vertex> candidates(p.cell(cell).begin(), p.cell(cell).end());
        std::sort(candidates.begin(), candidates.end());
        for (const Vertex w : candidates)
            if (w != base[level])
                if (auto found = image(level, p, w)) return found;
        return std::nullopt;
    }

    /// The permutation from the first leaf to this one, if it is an automorphism.
    std::optional<Permutation> leaf(const OrderedPartition& p) const {
        if (p.target() != vertices_) return std::nullopt;
        Permutation map(vertices_);
        for (Vertex at = 0; at < vertices_; ++at) map[leaf_[at]] = p.row[at];
        for (Vertex v = 0; v < vertices_; ++v)
            for (const Vertex w : board_.successors(v))
                if (!edges_.contains(std::uint64_t{map[v]} * vertices_ + map[w])) return std::nullopt;
        return map;
    }

    const Board& board_;
    Vertex vertices_;
    std::vector<Vertex> count_;
    std::unordered_set<std::uint64_t> edges_;
    std::vector<Step> steps_;
    std::vector<Vertex> leaf_;
    std::uint64_t work_ = 0;
};

/// First `second`, then `first`.
Permutation product(const Permutation& first, const Permutation& second) {
    Permutation map(second.size());
    for (std::size_t v = 0; v < map.size(); ++v) map[v] = first[second[v]];
    return map;
}

/// For every vertex that products of `generators` take `from` to, one that does; the identity first.
std::vector<Permutation> ways_from(Vertex from, Vertex vertices, std::span<const Permutation> generators) {
    Permutation identity(vertices);
    std::iota(identity.begin(), identity.end(), Vertex{0});
    std::vector<Permutation> ways{std::move(identity)};
    std::vector<bool> reached(vertices, false);
    reached[from] = true;
    for (std::size_t way = 0; way < ways.size(); ++way)
        for (const Permutation& generator : generators) {
            const Vertex to = generator[ways[way][from]];
            if (reached[to]) continue;
            reached[to] = true;
            ways.push_back(product(generator, ways[way]));
        }
    return ways;
}

/// The vertices that products of `generators` take `from` to, `from` first.
std::vector<Vertex> orbit_of(Vertex from, Vertex vertices, std::span<const Permutation> generators) {
    std::vector<bool> reached(vertices, false);
    std::vector<Vertex> orbit{from};
    reached[from] = true;
    for (std::size_t at = 0; at < orbit.size(); ++at)
        for (const Permutation& generator : generators) {
            const Vertex to = generator[orbit[at]];
            if (reached[to]) continue;
            reached[to] = true;
            orbit.push_back(to);
        }
    return orbit;
}

}  // namespace

Automorphisms::Automorphisms(const Board& board) : vertices_(static_cast<Vertex>(board.vertex_count())) {
    require_simple(board);
    if (board.vertex_count() > most_automorphism_vertices)
        throw Error(ErrorCode::not_applicable, "symmetries are looked for on boards of at most " +
                                                   std::to_string(most_automorphism_vertices) +
                                                   " vertices; this one has " + std::to_string(board.vertex_count()));
    Search search(board);
    chain_.resize(search.base.size());
    for (std::size_t level = search.base.size(); level-- > 0;) {
        for (Permutation& found : search.generators[level]) generators_.push_back(std::move(found));
        const Vertex fixed = search.base[level];
        chain_[level] = {fixed, orbit_of(fixed, vertices_, generators_).size(), generators_.size()};
    }
    std::vector<bool> placed(vertices_, false);
    for (Vertex least = 0; least < vertices_; ++least) {
        if (placed[least]) continue;
        orbits_.push_back(orbit_of(least, vertices_, generators_));
        std::sort(orbits_.back().begin(), orbits_.back().end());
        for (const Vertex v : orbits_.back()) placed[v] = true;
    }
}

std::uint64_t Automorphisms::order() const {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t order = 1;
    for (const Level& level : chain_) {
        if (order > most / level.orbit) return most;
        order *= level.orbit;
    }
    return order;
}

std::optional<std::vector<Permutation>> Automorphisms::all(std::uint64_t limit) const {
    if (order() > limit || order() == std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
    std::vector<Permutation> found{Permutation(vertices_)};
    std::iota(found[0].begin(), found[0].end(), Vertex{0});
    for (std::size_t level = chain_.size(); level-- > 0;) {
        const auto [vertex, orbit, known] = chain_[level];
        std::vector<Permutation> more;
        more.reserve(found.size() * orbit);
        for (const Permutation& way : ways_from(vertex, vertices_, {generators_.data(), known}))
            for (const Permutation& stabiliser : found) more.push_back(product(way, stabiliser));
        found = std::move(more);
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::optional<std::vector<Permutation>> all_automorphisms(const Board& board, std::uint64_t limit) {
    return Automorphisms(board).all(limit);
}

}  // namespace mexbase
