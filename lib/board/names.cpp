// SPDX-License-Identifier: MIT
#include "names.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "../error.hpp"
#include "../text_parts.hpp"

namespace mexbase {

namespace {

std::uint32_t hash_of(std::string_view name) {
    const std::uint64_t hash = std::hash<std::string_view>{}(name);
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

}  // namespace

std::optional<std::string> fault_of_name(std::string_view name) {
    if (name.empty()) return "a vertex has an empty name";
    if (name.size() > longest_name)
        return "the name " + in_quotes(name) + " is longer than " + std::to_string(longest_name) + " bytes";
    // A quick check comes first: files have millions of names, mostly of printable ASCII characters, which are allowed.
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (!plain && !is_utf8(name)) return "the name " + in_quotes(name) + " is not UTF-8";
    if (!plain && !is_plain_text(name)) return "the name " + in_quotes(name) + " has a control character";
    if (name.size() > 1 && name[0] == '#' && name.find_first_not_of("0123456789", 1) == std::string_view::npos)
        return "the name " + in_quotes(name) + " is not allowed: # and a number are read as the index of a position";
    return std::nullopt;
}

std::optional<std::uint32_t> number_of_name(std::string_view text) {
    if (text.size() > 1 && text[0] == '0') return std::nullopt;
    const auto number = decimal_number(text);
    if (!number || *number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

std::uint32_t VertexNames::number(Vertex v) const {
    const auto after = std::upper_bound(runs_.begin(), runs_.end(), v,
                                        [](Vertex vertex, const NumberRun& run) { return vertex < run.first; });
    return (after - 1)->number + (v - (after - 1)->first);
}

std::uint64_t VertexNames::find(std::string_view name) const {
    if (runs_.empty()) {
        if (slots_.empty()) return size();
        const std::uint32_t found = slots_[place_of(hash_of(name), name)].vertex;
        return found == 0 ? size() : found - 1;
    }
    const auto wanted = number_of_name(name);
    if (!wanted || *wanted < runs_.front().number) return size();
    const auto after = std::upper_bound(runs_.begin(), runs_.end(), *wanted,
                                        [](std::uint32_t number, const NumberRun& run) { return number < run.number; });
    const std::uint64_t v = (after - 1)->first + std::uint64_t{*wanted - (after - 1)->number};
    return v < (after == runs_.end() ? size() : after->first) ? v : size();
}

/// Returns the place in the hash table `slots_` that holds the name, or the free place to put it in.
std::size_t VertexNames::place_of(std::uint32_t hash, std::string_view name) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].vertex != 0 && (slots_[at].hash != hash || text(slots_[at].vertex - 1) != name))
        at = (at + 1) & mask;
    return at;
}

void VertexNames::grow() {
    std::vector<Slot> slots(std::max<std::size_t>(16, 2 * slots_.size()));
    for (const Slot& slot : slots_) {
        if (slot.vertex == 0) continue;
        std::size_t at = slot.hash & (slots.size() - 1);
        while (slots[at].vertex != 0) at = (at + 1) & (slots.size() - 1);
        slots[at] = slot;
    }
    slots_ = std::move(slots);
}

std::pair<Vertex, bool> VertexNames::add(std::string_view name) {
    if (4 * (ends_.size() + 1) > 3 * slots_.size()) grow();
    const std::uint32_t hash = hash_of(name);
    Slot& slot = slots_[place_of(hash, name)];
    if (slot.vertex != 0) return {slot.vertex - 1, false};
    if (ends_.size() + 1 >= board_limit)
        throw Error(ErrorCode::bad_file, "the board has 2^32 - 1 vertices or more, which is not supported");
    letters_ += name;
    ends_.push_back(letters_.size());
    slot = {hash, static_cast<std::uint32_t>(ends_.size())};
    return {slot.vertex - 1, true};
}

std::uint64_t VertexNames::bytes() const {
    return runs_.capacity() * sizeof(NumberRun) + letters_.capacity() + ends_.capacity() * sizeof(std::uint64_t) +
           slots_.capacity() * sizeof(Slot);
}

bool operator==(const VertexNames& a, const VertexNames& b) {
    if (a.size() != b.size()) return false;
    if (a.runs_.empty() && b.runs_.empty()) return a.letters_ == b.letters_ && a.ends_ == b.ends_;
    if (!a.runs_.empty() && !b.runs_.empty()) return a.runs_ == b.runs_;
    for (Vertex v = 0; v < a.size(); ++v)
        if (a[v] != b[v]) return false;
    return true;
}

}  // namespace mexbase
