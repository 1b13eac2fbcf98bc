/// \file
/// The kernel with one counter a vertex: the fastest strategy. Work is O(vertices + edges) whatever the number of
/// plies.
#pragma once

#include <cstdint>

#include "cells.hpp"
#include "engine_graph.hpp"
#include "standing.hpp"
#include "worker.hpp"

namespace mexbase::detail {

class MovesView;

/// What a cell becomes by an option that is won, or lost, in `ply`.
template <bool Won, class T>
T decided_value(std::uint64_t ply) {
    return Won ? CellCode<T>::loss(ply + 1) : CellCode<T>::win(ply + 1);
}

/// An option of `v` is won, and its counter does not fit the cell.
template <class T>
[[gnu::noinline]] void put_off(T* cells, Worker& w, Index v) {
    cells[v] = CellCode<T>::spilled;
    w.deferred.push_back(v);
}

/// Decides `v`, with `value`, or counts it down, and pushes it to `next` if it is decided.
template <bool Won, class T, class Graph, class Next>
[[gnu::always_inline]] inline void settle(const Graph& graph, T* cells, T value, Worker& w, Index v, Next& next) {
    using Code = CellCode<T>;
    const T cell = cells[v];
    if constexpr (!Won) {
        const bool open = !Code::is_decided(cell);
        cells[v] = open ? value : cell;
        next.push_if(open, v);
    } else {
        // Counters 2 .. max go down by one; everything else is rarer.
        if (static_cast<T>(cell - 2) < static_cast<T>(Code::spilled - 2)) {
            cells[v] = static_cast<T>(cell - 1);
            return;
        }
        if (Code::is_decided(cell)) return;
        if (cell == 0) {
            const std::uint64_t options = graph.count_options(v);
            if (options > 1) {
                if (options - 1 <= Code::max_counter)
                    cells[v] = static_cast<T>(options - 1);
                else
                    put_off(cells, w, v);
                return;
            }
        } else if (cell == Code::spilled) {
            put_off(cells, w, v);
            return;
        }
        if (graph.has_exits()) {
            const std::uint64_t ply = Code::remoteness(value) - 1;
            const auto due = lost_after(graph, ply, v);
            if (!due) return;
            if (*due > ply + 1) {
                w.calendar.add(*due, false, v);
                return;
            }
        }
        cells[v] = value;
        next.push_if(true, v);
    }
}

/// Solves a graph by child counters. Vertex v has cell v.
Summary count_down(const EngineGraph& graph, OutcomeCells& cells, const AnalysisOptions& options);

/// The same for one slice of many: vertex v has cell `first_cell` + v. Where `course` says that it has begun, the cells
/// are as they were then: the visitor hears the rest.
Summary count_down(const EngineGraph& graph, OutcomeCells& cells, const AnalysisOptions& options, Index first_cell,
                   Course& course);
Summary count_down(const MovesView& graph, OutcomeCells& cells, const AnalysisOptions& options, Index first_cell,
                   Course& course);

}  // namespace mexbase::detail
