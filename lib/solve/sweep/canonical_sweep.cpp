#include "canonical_sweep.hpp"

#include <string>

#include "../../error.hpp"
#include "../../memory_text.hpp"

namespace mexbase {

CanonicalCells::CanonicalCells(GameArena& arena, Index size, const CanonicalSweepOptions& options)
    : arena_(arena), options_(options), fold_(arena) {
    if (options.memory != 0 && size > options.memory / sizeof(PartizanId))
        throw Error(ErrorCode::out_of_memory, "the values of " + std::to_string(size) +
                                                  " positions need four bytes each of memory, and " +
                                                  memory_text(options.memory) + " are allowed");
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
                        memory_text(used) + " of memory, and " + memory_text(options_.memory) + " are allowed");
    if (in_order_ && options_.save) options_.save(std::span(values_).first(static_cast<std::size_t>(last) + 1));
    if (options_.progress) options_.progress(done_, values_.size());
}

std::vector<PartizanId> CanonicalCells::take() {
    if (options_.progress) options_.progress(values_.size(), values_.size());
    return std::move(values_);
}

}  // namespace mexbase
