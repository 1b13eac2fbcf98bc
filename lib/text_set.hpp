/// \file
/// A set of many short texts that takes little memory: their characters, and 20 to 45 bytes each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mexbase::detail {

/// Texts, all different. They are compared, not only their hashes.
class TextSet {
  public:
    std::uint64_t size() const { return size_; }
    /// Whether `text` was new.
    bool insert(std::string_view text) {
        if (4 * (size_ + 1) > 3 * slots_.size()) grow();
        const std::uint64_t hash = std::hash<std::string_view>{}(text);
        Slot& slot = find(hash, text);
        if (slot.end != 0) return false;
        const std::uint64_t first = characters_.size();
        characters_.append(text);
        // One character more, so that an empty text ends somewhere too.
        characters_ += '\n';
        slot = {first, first + text.size() + 1};
        ++size_;
        return true;
    }

  private:
    /// Where a text stands among the characters; end 0: no text.
    struct Slot {
        std::uint64_t first = 0, end = 0;
    };
    std::string_view text_of(const Slot& slot) const {
        return std::string_view(characters_).substr(slot.first, slot.end - slot.first - 1);
    }
    Slot& find(std::uint64_t hash, std::string_view text) {
        for (std::uint64_t at = hash;; ++at) {
            Slot& slot = slots_[at & (slots_.size() - 1)];
            if (slot.end == 0 || text_of(slot) == text) return slot;
        }
    }
    void grow() {
        std::vector<Slot> old(std::max<std::size_t>(16, 2 * slots_.size()));
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.end != 0) find(std::hash<std::string_view>{}(text_of(slot)), text_of(slot)) = slot;
    }

    std::string characters_;
    std::vector<Slot> slots_;
    std::uint64_t size_ = 0;
};

}  // namespace mexbase::detail
