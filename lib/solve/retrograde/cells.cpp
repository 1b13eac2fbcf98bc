// SPDX-License-Identifier: MIT
#include "cells.hpp"

#include <cstring>
#include <limits>
#include <string>

#include "../../error.hpp"

namespace mexbase {

namespace {

[[noreturn]] void throw_no_memory(Index size, unsigned bytes) {
    throw Error(ErrorCode::out_of_memory,
                "not enough memory for " + std::to_string(size) + " values of " + std::to_string(bytes) + " bytes");
}

std::size_t bytes_for(Index size, unsigned bytes) {
    if (size > std::numeric_limits<std::size_t>::max() / 2 / bytes) throw_no_memory(size, bytes);
    return static_cast<std::size_t>(size) * bytes;
}

// Widens the cells from the last to the first, so that no cell is overwritten before it is read. Copies bytes, because
// both types share the memory.
template <class Narrow, class Wide>
void widen_in_place(void* memory, Index size) {
    auto* const bytes = static_cast<unsigned char*>(memory);
    for (Index i = size; i-- > 0;) {
        Narrow narrow;
        std::memcpy(&narrow, bytes + i * sizeof(Narrow), sizeof(Narrow));
        const Wide wide = CellCode<Narrow>::template widened<Wide>(narrow);
        std::memcpy(bytes + i * sizeof(Wide), &wide, sizeof(Wide));
    }
}

}  // namespace

OutcomeCells::OutcomeCells(Index size, unsigned bytes, const std::string& folder) : size_(size), bytes_(bytes) {
    if (bytes != 2 && bytes != 4 && bytes != 8)
        throw Error(ErrorCode::bad_usage,
                    "a cell (the value of one position) must have 2, 4 or 8 bytes, not " + std::to_string(bytes));
    pages_ = Pages(bytes_for(size, bytes), folder);
    if (pages_.data() == nullptr) throw_no_memory(size, bytes);
}

void OutcomeCells::widen() {
    if (bytes_ == 8) return;
    if (!pages_.grow(bytes_for(size_, 2 * bytes_))) throw_no_memory(size_, 2 * bytes_);
    if (bytes_ == 2)
        widen_in_place<std::uint16_t, std::uint32_t>(pages_.data(), size_);
    else
        widen_in_place<std::uint32_t, std::uint64_t>(pages_.data(), size_);
    bytes_ *= 2;
}

void OutcomeCells::set(Index i, const OutcomeValue& value) {
    if (!has_remoteness(value.outcome))
        throw Error(ErrorCode::not_applicable,
                    "cannot store " + std::string(to_string(value.outcome)) + " in a cell: expected win, loss or tie");
    while (value.remoteness > max_remoteness()) widen();
    visit([&](auto* cells) {
        using Code = CellCode<std::remove_cvref_t<decltype(*cells)>>;
        cells[i] = Code::cell(value);
    });
}

}  // namespace mexbase
