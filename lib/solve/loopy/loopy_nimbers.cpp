// SPDX-License-Identifier: MIT
#include "loopy_nimbers.hpp"

#include <algorithm>
#include <string>

#include "../graph/transposed_moves.hpp"
#include "../retrograde/retrograde_analysis.hpp"

namespace mexbase {

std::uint64_t loopy_memory_needed(const GraphShape& shape) {
    return memory_needed(Strategy::child_counters, shape) + 4 * shape.positions + shape.positions / 8;
}

namespace detail {

namespace {

/// Throws `Error{not_applicable}` if a position has options past the bound.
void check_all_options_named(const Moves& moves, AnalysisListener& listener) {
    constexpr Index positions_per_call = Index{1} << 16;
    std::vector<Leaving> leaving;
    for (Index first = 0; first < moves.size(); first += positions_per_call) {
        listener.scan(first, moves.size());
        moves.leaving(first, std::min(moves.size(), first + positions_per_call), leaving);
        if (!leaving.empty())
            throw Error(ErrorCode::not_applicable,
                        "nimbers cannot be computed: moves lead past the bound, where values are unknown");
    }
}

}  // namespace

/// All stages, one after another, for a game with predecessors.
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
                throw Error(ErrorCode::not_applicable, "nimbers of 2^31 - 1 and more are not supported");
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
    // Restores the part of the state that is not in its words.
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

    // Reads the results of the kernel, and leaves the cells of vertices without a nimber undecided.
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

    // Returns true for an index that is not a position, in stage 0; called in ascending order.
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
        throw Error(ErrorCode::not_applicable,
                    "nimbers are found by child counters, not by " + std::string(to_string(options.strategy)));
    if (options.play != Play::normal) throw Error(ErrorCode::not_applicable, "nimbers are values of normal play");
    if (!moves.traits().order.slices.empty())
        throw Error(ErrorCode::not_applicable, "nimbers are not found slice by slice");
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
