#include "text_set.hpp"

#include <algorithm>
#include <span>

#include "../../lib/error.hpp"
#include "../../query/format/checksum.hpp"

namespace mexbase {

std::size_t TextSet::place_of(std::string_view text) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t place = static_cast<std::size_t>(checksum64(std::as_bytes(std::span(text)))) & mask;
    while (places_[place] != none && (*this)[places_[place]] != text) place = (place + 1) & mask;
    return place;
}

void TextSet::grow() {
    places_.assign(std::max<std::size_t>(64, 2 * places_.size()), none);
    for (std::uint32_t number = 0; number < ends_.size(); ++number) places_[place_of((*this)[number])] = number;
}

std::pair<std::uint32_t, bool> TextSet::add(std::string_view text) {
    if (3 * (ends_.size() + 1) > 2 * places_.size()) grow();
    const std::size_t place = place_of(text);
    if (places_[place] != none) return {places_[place], false};
    if (ends_.size() + 1 >= none) throw Error(ErrorCode::out_of_memory, "there are 2^32 positions or more");
    const auto number = static_cast<std::uint32_t>(ends_.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    ends_.push_back(bytes_.size());
    places_[place] = number;
    return {number, true};
}

}  // namespace mexbase
