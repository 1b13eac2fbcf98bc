// SPDX-License-Identifier: MIT
#include "loopy_stage.hpp"

#include <algorithm>
#include <new>
#include <string>

namespace mexbase::detail {

std::uint32_t LoopySetTree::grow(std::uint32_t node, std::uint32_t number) {
    if (nodes_.size() >= LoopyWord::waiting)
        throw Error(ErrorCode::not_applicable, "2^31 - 1 and more different sets K are not supported");
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({node, number});
    nodes_[node].latest = number;
    nodes_[node].child = child;
    return child;
}

NimberSets LoopySetTree::renumber(std::vector<std::uint32_t>& words) const {
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

std::vector<std::uint32_t> LoopySetTree::words() const {
    std::vector<std::uint32_t> words;
    words.reserve(4 * nodes_.size());
    for (const Node& node : nodes_) words.insert(words.end(), {node.parent, node.number, node.latest, node.child});
    return words;
}

void LoopySetTree::restore(std::span<const std::uint32_t> words) {
    const std::size_t size = words.size() / 4;
    if (size == 0) throw_foreign_checkpoint();
    nodes_.clear();
    for (std::size_t k = 0; k < size; ++k) {
        const Node node{words[4 * k], words[4 * k + 1], words[4 * k + 2], words[4 * k + 3]};
        if (node.parent > k || (k != 0 && node.parent == k) || node.child >= size) throw_foreign_checkpoint();
        nodes_.push_back(node);
    }
}

LoopyState::LoopyState(Index size, RestoredState& from) {
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

LoopyState::LoopyState(Index size) : cells(size) {
    try {
        words.assign(size, LoopyWord::waiting);
        leave_all();
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::out_of_memory, "no memory for the nimbers of " + std::to_string(size) + " positions");
    }
}

void LoopyState::leave_all() {
    left.assign(words.size() / 64 + 1, ~std::uint64_t{0});
    left.back() = (std::uint64_t{1} << (words.size() % 64)) - 1;
}

StageMoves::StageMoves(const Moves& moves, const LoopyState& state) : KeptMoves(moves), state_(state) {}

void StageMoves::count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const {
    for (std::size_t k = 0; k < of.size(); ++k) {
        const bool infinite = LoopyWord::is_infinite(state_.words[of[k]]);
        if (infinite || state_.stage == 0)
            moves_.count_options(of.subspan(k, 1), Player::left, out.subspan(k, 1));
        else
            KeptMoves::count_options(of.subspan(k, 1), Player::left, out.subspan(k, 1));
        if (infinite) ++out[k];
    }
}

Index StageMoves::starts(Index first, Index last, Play play, Player mover, Starts& out) const {
    if (state_.stage == 0) {
        const Index positions = moves_.starts(first, last, play, mover, out);
        for (const Options::RowValue& stop : out.stops)
            if (stop.value != OutcomeValue{Outcome::loss, 0})
                throw Error(ErrorCode::not_applicable, "play stops with \"" + to_string(stop.value) +
                                                           "\": nimbers need play that stops only with loss 0");
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

}  // namespace mexbase::detail
