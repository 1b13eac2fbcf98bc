// SPDX-License-Identifier: MIT
#include "canonical_sweep.hpp"

#include <string>

#include "../../error.hpp"

namespace mexbase {

CanonicalCells::CanonicalCells(GameArena& arena, Index size, const CanonicalSweepOptions& options)
    : arena_(arena), options_(options), fold_(arena) {
    if (options.memory != 0 && size > options.memory / sizeof(PartizanId))
        throw Error(ErrorCode::out_of_memory,
                    "the values of " + std::to_string(size) + " positions need four bytes of memory each, and " +
                        memory_text(options.memory) + " are allowed",
                    Remedy::allow_memory);
    values_.assign(static_cast<std::size_t>(size), none);
}

Index CanonicalCells::resume(const std::function<bool(Index)>& is_position) {
    in_order_ = true;
    if (!options_.resume) return 0;
    const Index first = options_.resume(values_, is_position);
    done_ = first;
    return first;
}

void CanonicalCells::check_limits(Index last) {
    const std::uint64_t used = arena_.bytes() + values_.size() * sizeof(PartizanId);
    if (options_.memory != 0 && used > options_.memory)
        throw Error(ErrorCode::out_of_memory,
                    "after " + std::to_string(done_) + " of " + std::to_string(values_.size()) +
                        " positions their values and " + std::to_string(arena_.size()) + " distinct games take " +
                        memory_text(used) + " of memory, and " + memory_text(options_.memory) + " are allowed",
                    Remedy::allow_memory);
    if (in_order_ && options_.save) options_.save(std::span(values_).first(static_cast<std::size_t>(last) + 1));
    if (options_.progress) options_.progress(done_, values_.size());
}

std::vector<PartizanId> CanonicalCells::take() {
    if (options_.progress) options_.progress(values_.size(), values_.size());
    return std::move(values_);
}

std::vector<PartizanId> sweep_canonical(const Moves& moves, GameArena& arena, const CanonicalSweepOptions& options,
                                        std::span<const Index> order) {
    CanonicalCells cells(arena, moves.size(), options);
    const auto is_position = [&moves](Index i) { return moves.is_position(i); };
    const Index first = moves.traits().order.descending ? cells.resume(is_position) : 0;
    Options left, right;
    const auto visit = [&](unsigned, const detail::SweepRun& run) {
        for (Index from = run.first; from < run.last;) {
            const Index to = run.read(from, Player::left, left);
            run.read_all(from, to, Player::right, right);
            OptionRows of_left(left), of_right(right);
            while (of_left.next() && of_right.next()) {
                for (const Index option : of_left.targets()) cells.add(Player::left, cells[option]);
                for (const Index option : of_right.targets()) cells.add(Player::right, cells[option]);
                cells.set_from_options(of_left.position());
            }
            from = to;
        }
    };
    detail::for_each_in_order(moves, order, 1, first, visit, [](Index) { return true; });
    return cells.take();
}

}  // namespace mexbase
