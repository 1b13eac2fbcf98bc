// SPDX-License-Identifier: MIT
#include "breaking_heaps.hpp"

#include "../../error.hpp"

namespace mexbase {

std::vector<std::uint64_t> read_heaps(std::string_view text, std::string_view example) {
    std::vector<std::uint64_t> heaps;
    for_each_word(text, '+', [&](std::string_view word) {
        const auto heap = decimal_number(word);
        if (!heap)
            throw_bad_position(text, "is not a position: expected heaps joined by +, such as " + std::string{example});
        heaps.push_back(*heap);
    });
    return heaps;
}

std::string write_heaps(const Partition& heaps) {
    std::string text;
    for (std::size_t b = 0; b < heaps.distinct; ++b) {
        const std::string heap = std::to_string(heaps.blocks[b].part);
        for (unsigned copy = 0; copy < heaps.blocks[b].copies; ++copy) text += (text.empty() ? "" : "+") + heap;
    }
    return text.empty() ? "0" : text;
}

Drawing drawing_of_partition(const Partition& heaps) {
    std::vector<std::uint64_t> all;
    for (std::size_t b = 0; b < heaps.distinct; ++b)
        all.insert(all.end(), heaps.blocks[b].copies, heaps.blocks[b].part);
    if (all.empty()) all.push_back(0);
    return drawing_of_heaps(all);
}

BreakingSums::BreakingSums(unsigned total, TakeAndBreak game)
    : ranks_(total), game_(std::make_shared<const TakeAndBreak>(std::move(game))) {
    first_.reserve(total + 2);
    Index size = 0;
    for (unsigned tokens = 0; tokens <= total; ++tokens) {
        first_.push_back(size);
        size += ranks_.row(tokens)[tokens];
    }
    first_.push_back(size);
}

BreakingSums::Position BreakingSums::parse(std::string_view text) const {
    std::array<unsigned, largest_total + 1> copies{};
    unsigned tokens = 0;
    for (const std::uint64_t heap : read_heaps(text, "3+4, or 0")) {
        if (heap > total() - tokens)
            throw_not_in_table(text, "a position has at most " + std::to_string(total()) + " tokens");
        tokens += static_cast<unsigned>(heap);
        ++copies[heap];
    }
    Position p;
    for (unsigned heap = tokens; heap > 0; --heap) p.push(heap, copies[heap]);
    return p;
}

bool wants_whole_positions(const Parameters& p, std::string_view family) {
    if (p.has("max") == p.has("total"))
        throw Error(ErrorCode::bad_spec,
                    std::string{family} + (p.has("max") ? " takes max or total, not both" : " needs max or total") +
                        ": give either max (single heaps, 0..2^40-2) or total (whole positions, 0.." +
                        std::to_string(BreakingSums::largest_total) + ")");
    return p.has("total");
}

}  // namespace mexbase
