// SPDX-License-Identifier: MIT
#include "loopy_nimbers.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <string>

#include "../graph/kept_moves.hpp"
#include "../graph/transposed_moves.hpp"
#include "../retrograde/retrograde_analysis.hpp"

namespace mexbase {

std::uint64_t loopy_memory_needed(const GraphShape& shape) {
    return memory_needed(Strategy::child_counters, shape) + 4 * shape.positions + shape.positions / 8;
}

namespace detail {

/// A tree of the sets K of infinite vertices. K contains the nimbers of a vertex's options. A node stands for the set
/// of numbers on the path to it. Numbers come in ascending order, so each set has one node. No hashing is needed.
class LoopySetTree {
  public:
    static constexpr std::uint32_t empty = 0;

    /// Returns the node of the set of `node` with `number` added. `number` is the current stage, so it never decreases.
    std::uint32_t with(std::uint32_t node, std::uint32_t number) {
        if (nodes_[node].latest == number) return nodes_[node].child;
        return grow(node, number);
    }
    /// Replaces tree nodes in `words` by numbers of sets in order of first use. Returns these sets.
    NimberSets renumber(std::vector<std::uint32_t>& words) const {
        NimberSets sets;
        std::vector<std::uint32_t> numbers;
        std::vector<std::uint32_t> id(nodes_.size(), LoopyWord::waiting);
        for (std::uint32_t& word : words) {
            if (!LoopyWord::is_infinite(word)) continue;
            std::uint32_t& set = id[LoopyWord::set(word)];
            if (set == LoopyWord::waiting) {
                set = static_cast<std::uint32_t>(sets.size());
                numbers.clear();
                for (std::uint32_t node = LoopyWord::set(word); node != empty; node = nodes_[node].parent)
                    numbers.push_back(nodes_[node].number);
                std::reverse(numbers.begin(), numbers.end());
                sets.add(numbers);
            }
            word = LoopyWord::infinite(set);
        }
        return sets;
    }

    std::vector<std::uint32_t> words() const {
        std::vector<std::uint32_t> words;
        words.reserve(4 * nodes_.size());
        for (const Node& node : nodes_) words.insert(words.end(), {node.parent, node.number, node.latest, node.child});
        return words;
    }
    void restore(std::span<const std::uint32_t> words) {
        const std::size_t size = words.size() / 4;
        if (size == 0) throw_foreign_checkpoint();
        nodes_.clear();
        for (std::size_t k = 0; k < size; ++k) {
            const Node node{words[4 * k], words[4 * k + 1], words[4 * k + 2], words[4 * k + 3]};
            if (node.parent > k || (k != 0 && node.parent == k) || node.child >= size) throw_foreign_checkpoint();
            nodes_.push_back(node);
        }
    }
    std::size_t size() const { return nodes_.size(); }

  private:
    struct Node {
        std::uint32_t parent, number;
        std::uint32_t latest = LoopyWord::waiting;  // the stage in which `child` grew
        std::uint32_t child = empty;
    };
    std::uint32_t grow(std::uint32_t node, std::uint32_t number) {
        if (nodes_.size() >= LoopyWord::waiting)
            throw Error(ErrorCode::not_applicable,
                        "cannot compute nimbers: the sets K of infinite values inf{K} take 2^31 - 1 nodes or more, "
                        "which is not supported");
        const auto child = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({node, number});
        nodes_[node].latest = number;
        nodes_[node].child = child;
        return child;
    }

    std::vector<Node> nodes_{Node{empty, LoopyWord::waiting}};
};

/// Values that the previous stages found. Stage m finds the vertices with nimber m.
struct LoopyState {
    explicit LoopyState(Index size) : cells(size) {
        try {
            words.assign(size, LoopyWord::waiting);
            leave_all();
        } catch (const std::bad_alloc&) {
            throw Error(ErrorCode::out_of_memory,
                        "not enough memory for the nimbers of " + std::to_string(size) + " positions");
        }
    }
    /// Restores a state from a checkpoint. Moves its first array of words and its cells out of `from`. Throws
    /// `Error{bad_usage}` if their sizes differ from `size`.
    LoopyState(Index size, RestoredState& from) {
        if (from.words.size() != 2 || from.words[0].size() != size || from.cells.size() != size ||
            from.at.numbers.empty() || from.at.numbers[0] >= LoopyWord::waiting)
            throw_foreign_checkpoint();
        stage = static_cast<std::uint32_t>(from.at.numbers[0]);
        words = std::move(from.words[0]);
        cells = std::move(from.cells);
        leave_all();
        for (Index v = 0; v < size; ++v)
            if (words[v] < LoopyWord::waiting) remove(v);
    }

    /// Returns true if v has no nimber yet. These vertices form the graph of the current stage.
    bool is_left(Index v) const { return (left[v / 64] >> (v % 64) & 1U) != 0; }
    void remove(Index v) { left[v / 64] &= ~(std::uint64_t{1} << (v % 64)); }
    /// Calls `f(v)` for each vertex v in [first, last) without a nimber, in ascending order. `f` may remove v.
    template <class F>
    void for_each_left(Index first, Index last, F&& f) const {
        for (Index block = first / 64; 64 * block < last; ++block) {
            std::uint64_t bits = left[block];
            if (64 * block < first) bits &= ~std::uint64_t{0} << (first % 64);
            for (; bits != 0; bits &= bits - 1) {
                const Index v = 64 * block + static_cast<Index>(std::countr_zero(bits));
                if (v >= last) return;
                f(v);
            }
        }
    }

    std::vector<std::uint32_t> words;  ///< `LoopyWord`; for infinite vertices the node of the set so far
    std::vector<std::uint64_t> left;   ///< one bit per vertex
    /// The cells that the kernel fills. A vertex with a nimber has a loss here, so that the kernel does not decide it
    /// again. The remoteness of this loss is the counter of the nimber.
    OutcomeCells cells;
    std::uint32_t stage = 0;

  private:
    void leave_all() {
        left.assign(words.size() / 64 + 1, ~std::uint64_t{0});
        left.back() = (std::uint64_t{1} << (words.size() % 64)) - 1;
    }
};

/// Moves between the positions without a nimber, which the current stage analyses. Borrows the moves and the state. Has
/// none of the optional slices, layers, parts and lines of `Moves`.
class StageMoves final : public KeptMoves<StageMoves> {
  public:
    StageMoves(const Moves& moves, const LoopyState& state) : KeptMoves(moves), state_(state) {}

    bool keeps(Index i) const { return state_.is_left(i); }
    /// Counts one option too many for each position known to be infinite, so that the kernel never finds it lost.
    void count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const override {
        for (std::size_t k = 0; k < of.size(); ++k) {
            const bool infinite = LoopyWord::is_infinite(state_.words[of[k]]);
            if (infinite || state_.stage == 0)
                moves_.count_options(of.subspan(k, 1), Player::left, out.subspan(k, 1));
            else
                KeptMoves::count_options(of.subspan(k, 1), Player::left, out.subspan(k, 1));
            if (infinite) ++out[k];
        }
    }
    /// Lists predecessors with a nimber too. They have a decided cell, so the kernel ignores them.
    void predecessors(std::span<const Index> of, Player, Flat& out) const override {
        moves_.predecessors(of, Player::left, out);
    }
    /// Appends the positions without a value, with their numbers of options without a nimber (0: terminal). Throws
    /// `Error{not_applicable}` if a terminal position is not a loss of remoteness 0.
    Index starts(Index first, Index last, Play play, Player mover, Starts& out) const override {
        if (state_.stage == 0) {
            const Index positions = moves_.starts(first, last, play, mover, out);
            for (const Options::RowValue& stop : out.stops)
                if (stop.value != OutcomeValue{Outcome::loss, 0})
                    throw Error(ErrorCode::not_applicable,
                                "cannot compute nimbers: the result of a terminal position is \"" +
                                    to_string(stop.value) + "\", expected loss 0");
            return positions;
        }
        std::vector<Index> waiting;
        state_.for_each_left(first, last, [&](Index v) {
            if (state_.words[v] == LoopyWord::waiting) waiting.push_back(v);
        });
        std::vector<std::uint64_t> counts(waiting.size());
        KeptMoves::count_options(waiting, Player::left, counts);
        for (std::size_t k = 0; k < waiting.size(); ++k) {
            if (counts[k] == 0)
                out.add_stop(waiting[k], {Outcome::loss, 0});
            else
                out.rows.push_back({waiting[k], counts[k], 0, 0});
        }
        return last - first;
    }

  private:
    const LoopyState& state_;
};

namespace {

/// Throws `Error{not_applicable}` if a position has options past the bound of a bounded game.
void check_all_options_named(const Moves& moves, AnalysisListener& listener) {
    constexpr Index positions_per_call = Index{1} << 16;
    std::vector<Leaving> leaving;
    for (Index first = 0; first < moves.size(); first += positions_per_call) {
        listener.scan(first, moves.size());
        moves.leaving(first, std::min(moves.size(), first + positions_per_call), leaving);
        if (!leaving.empty())
            throw Error(ErrorCode::not_applicable,
                        "cannot compute nimbers: moves lead past the bound, where values are unknown");
    }
}

}  // namespace

/// Computes the nimbers of a game with predecessors. Each stage m finds the positions with nimber m.
class LoopyStages {
  public:
    LoopyStages(const Moves& moves, AnalysisListener& listener, const AnalysisOptions& options,
                Checkpointer* checkpointer)
        : moves_(moves),
          listener_(listener),
          options_(options),
          context_(Strategy::child_counters, checkpointer),
          state_(context_.resumed ? LoopyState(moves.size(), context_) : LoopyState(moves.size())),
          waiting_(moves.size()) {
        summary_.vertices = moves.size();
        if (context_.resumed) restore(context_.at.numbers);
        context_.add = [this](SolverState& at, StateView& kept) { save(at, kept); };
    }

    LoopyNimbers run() {
        while (waiting_ != 0) {
            if (state_.stage == LoopyWord::waiting)
                throw Error(ErrorCode::not_applicable,
                            "cannot compute nimbers: a nimber of 2^31 - 1 or more is not supported");
            const StageMoves stage(moves_, state_);
            const Summary kernel = retrograde_analysis(MovesGraph(stage), state_.cells, listener_, options_, context_);
            context_.at = {};
            summary_.edges += kernel.edges;
            if (state_.stage == 0) summary_.positions = kernel.positions;
            StageCounts counts = state_.cells.visit([this](auto* cells) { return this->close_stage(cells); });
            waiting_ -= counts.finite + counts.infinite + std::exchange(outside_, 0);
            counts.left = waiting_;
            if (counts.finite != 0) summary_.largest = state_.stage;
            summary_.finite += counts.finite;
            summary_.infinite += counts.infinite;
            summary_.longest = std::max(summary_.longest, counts.longest);
            listener_.finish_stage(state_.stage, counts);
            summary_.stages = ++state_.stage;
            prefix_ = tree_.with(prefix_, state_.stage - 1);
        }
        NimberSets sets = tree_.renumber(state_.words);
        return {std::move(state_.words), std::move(state_.cells), std::move(sets), summary_};
    }

  private:
    void restore(const std::vector<std::uint64_t>& n) {
        tree_.restore(context_.words[1]);
        context_.words = {};
        if (n.size() != 9 || n[1] >= tree_.size()) throw_foreign_checkpoint();
        prefix_ = static_cast<std::uint32_t>(n[1]);
        waiting_ = n[2];
        summary_ = {moves_.size(), n[3], n[4], n[5], static_cast<std::uint32_t>(n[6]), n[7], state_.stage, n[8]};
    }
    void save(SolverState& at, StateView& kept) {
        const LoopySummary& s = summary_;
        at.numbers = {state_.stage, prefix_,   waiting_,  s.positions, s.finite,
                      s.infinite,   s.largest, s.longest, s.edges};
        at.below.positions = s.finite + s.infinite;
        tree_words_ = tree_.words();
        kept.words = {state_.words, tree_words_};
    }

    // Reads the kernel's results of a stage. Makes the cells of vertices without a nimber undecided again.
    template <class T>
    StageCounts close_stage(T* cells) {
        using Code = CellCode<T>;
        StageCounts counts;
        state_.for_each_left(0, moves_.size(), [&](Index v) {
            const T cell = cells[v];
            std::uint32_t& word = state_.words[v];
            if (word == LoopyWord::waiting) {
                if (Code::is_loss(cell)) {
                    word = state_.stage;
                    ++counts.finite;
                    counts.longest = std::max(counts.longest, Code::remoteness(cell));
                    state_.remove(v);
                    return;
                }
                if (!Code::is_decided(cell)) {
                    if (cell == 0 && outside(v)) {
                        word = 0;
                        cells[v] = Code::loss(0);
                        ++outside_;
                        state_.remove(v);
                        return;
                    }
                    word = LoopyWord::infinite(prefix_);
                    ++counts.infinite;
                }
            } else if (Code::is_win(cell)) {
                word = LoopyWord::infinite(tree_.with(LoopyWord::set(word), state_.stage));
            }
            cells[v] = 0;
        });
        return counts;
    }

    // Returns true in stage 0 if v is not a position, otherwise false. Must be called with ascending v.
    bool outside(Index v) {
        if (state_.stage != 0 || summary_.positions == summary_.vertices) return false;
        if (v >= marked_ + marks_.size() || marks_.empty()) {
            marked_ = v;
            marks_.resize(static_cast<std::size_t>(std::min<Index>(4096, moves_.size() - v)));
            moves_.mark_positions(v, marks_);
        }
        return marks_[v - marked_] == 0;
    }

    const Moves& moves_;
    AnalysisListener& listener_;
    AnalysisOptions options_;
    RunContext context_;
    LoopyState state_;
    LoopySetTree tree_;
    std::vector<std::uint32_t> tree_words_;  // as saved last
    Index waiting_;
    std::uint32_t prefix_ = LoopySetTree::empty;  // {0, …, stage - 1}: the nimbers that a waiting vertex reaches
    Index outside_ = 0;
    LoopySummary summary_;
    std::vector<std::uint8_t> marks_;  // marks of the indices from `marked_` on
    Index marked_ = 0;
};

}  // namespace detail

LoopyNimbers loopy_nimbers(const Moves& moves, SolveOptions options, AnalysisListener& listener,
                           Checkpointer* checkpointer) {
    if (options.strategy != Strategy::automatic && options.strategy != Strategy::child_counters)
        throw Error(ErrorCode::not_applicable, "cannot compute nimbers with strategy " +
                                                   std::string(to_string(options.strategy)) +
                                                   ": expected child-counters or automatic");
    if (options.play != Play::normal)
        throw Error(ErrorCode::not_applicable, "cannot compute nimbers of misère play: they are values of normal play");
    if (!moves.traits().order.slices.empty())
        throw Error(ErrorCode::not_applicable,
                    "cannot compute nimbers of a game that is solved in slices (parts one after another)");
    const Slice all{0, moves.size(), false};
    if (options.memory != 0) {
        GraphShape shape = detail::shape_of(moves, all, options.threads);
        while (shape.threads > 1 && loopy_memory_needed(shape) > options.memory) --shape.threads;
        options.threads = shape.threads;
        constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
        const std::uint64_t needed = loopy_memory_needed(shape);
        if (needed > options.memory)
            throw Error(ErrorCode::out_of_memory,
                        "nimbers of " + std::to_string(moves.size()) + " positions need about " +
                            std::to_string((needed + mebibyte - 1) / mebibyte) + " MiB of memory");
    }
    if (moves.traits().bounded) detail::check_all_options_named(moves, listener);
    const detail::WithPredecessors back(moves, all, listener);
    return detail::LoopyStages(back.moves(), listener, options.analysis(), checkpointer).run();
}

}  // namespace mexbase
