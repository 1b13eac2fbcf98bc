#include "breaking_heaps.hpp"

#include <charconv>

#include "../../error.hpp"

namespace mexbase {

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
    bool fits = true;
    for (std::string_view rest = text;;) {
        const std::size_t plus = rest.find('+');
        const std::string_view word = rest.substr(0, plus);
        std::uint64_t heap = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), heap);
        if (error == std::errc::invalid_argument || end != word.data() + word.size())
            throw Error(ErrorCode::bad_position,
                        in_quotes(text) + " is no position: write the heaps joined by +, as 3+4, or 0");
        fits = fits && error == std::errc{} && heap <= total() - tokens;
        if (fits) {
            tokens += static_cast<unsigned>(heap);
            if (heap > 0) ++copies[heap];
        }
        if (plus == std::string_view::npos) break;
        rest.remove_prefix(plus + 1);
    }
    if (!fits)
        throw Error(ErrorCode::out_of_domain, in_quotes(text) + " is not in this table: a position has at most " +
                                                  std::to_string(total()) + " tokens");
    Position p;
    for (unsigned heap = tokens; heap > 0; --heap) p.push(heap, copies[heap]);
    return p;
}

std::string BreakingSums::format(const Position& p) const {
    std::string out;
    for (std::size_t b = 0; b < p.distinct; ++b) {
        const std::string heap = std::to_string(p.blocks[b].part);
        for (unsigned copy = 0; copy < p.blocks[b].copies; ++copy) out += (out.empty() ? "" : "+") + heap;
    }
    return out.empty() ? "0" : out;
}

namespace {
[[noreturn]] void fail_one_key(std::string_view family, const char* what) {
    throw Error(ErrorCode::bad_spec, std::string{family} + ' ' + what +
                                         ": give either max (single heaps, 0..2^40-2) or total (whole positions, 0.." +
                                         std::to_string(BreakingSums::largest_total) + ")");
}
}  // namespace

bool wants_whole_positions(const Parameters& p, std::string_view family) {
    if (p.has("max") && p.has("total")) fail_one_key(family, "takes max or total, not both");
    if (!p.has("max") && !p.has("total")) fail_one_key(family, "needs max or total");
    return p.has("total");
}

std::uint64_t breaking_max(const Parameters& p, std::string_view family) {
    if (wants_whole_positions(p, family)) fail_one_key(family, "on single heaps needs max");
    return p.number("max", 0, largest_heap);
}

unsigned breaking_total(const Parameters& p, std::string_view family) {
    if (!wants_whole_positions(p, family)) fail_one_key(family, "on whole positions needs total");
    return static_cast<unsigned>(p.number("total", 0, BreakingSums::largest_total));
}

}  // namespace mexbase
