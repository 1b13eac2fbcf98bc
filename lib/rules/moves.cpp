// SPDX-License-Identifier: MIT
#include "moves.hpp"

#include <cstdlib>
#include <limits>
#include <utility>

#include "../error.hpp"

namespace mexbase {

Flat::Flat() {
    reserve(initial_capacity);
}

Flat::~Flat() {
    std::free(begin_);
}

Flat::Flat(Flat&& from) noexcept
    : begin_(std::exchange(from.begin_, nullptr)),
      end_(std::exchange(from.end_, nullptr)),
      last_(std::exchange(from.last_, nullptr)) {}

Flat& Flat::operator=(Flat&& from) noexcept {
    std::swap(begin_, from.begin_);
    std::swap(end_, from.end_);
    std::swap(last_, from.last_);
    return *this;
}

void Flat::reserve(std::size_t room) {
    // `Options::ends` stores positions in this list as 32-bit numbers.
    if (room > std::numeric_limits<std::uint32_t>::max())
        throw Error(ErrorCode::out_of_memory, "a position has 2^31 options or more, which is not supported");
    const std::size_t used = size();
    // Callers may read `slack` elements after the end, so these elements must be initialised.
    const std::size_t initialised = begin_ == nullptr ? 0 : static_cast<std::size_t>(last_ - begin_) + slack;
    auto* const grown = static_cast<Index*>(std::realloc(begin_, (room + slack) * sizeof(Index)));
    if (grown == nullptr) throw Error(ErrorCode::out_of_memory, "not enough memory for the options of a position");
    for (std::size_t k = initialised; k < room + slack; ++k) grown[k] = 0;
    begin_ = grown;
    end_ = grown + used;
    last_ = grown + room;
}

Index* Flat::grow(Index* end) {
    end_ = end;
    reserve(2 * size() + initial_capacity);
    return end_;
}

}  // namespace mexbase
