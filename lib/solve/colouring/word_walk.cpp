#include "word_walk.hpp"

#include <utility>

namespace mexbase::detail {

PrefixGroups prefix_groups(const Words& words, std::size_t wanted) {
    struct Begun {
        std::uint32_t state;
        std::size_t weight;  // letters weigh the more, the more moves may still be made of them
        std::vector<Letter> letters;
    };
    std::vector<Begun> all{{words.start(), 0, {}}};
    for (std::size_t depth = 0; depth < words.order().size() && all.size() < wanted; ++depth) {
        std::vector<Begun> longer;
        for (const Begun& begun : all) {
            const Words::State& state = words.states()[begun.state];
            for (unsigned letter = 0; letter < letter_count; ++letter) {
                if (state.next[letter] == Words::dead) continue;
                Begun next{state.next[letter], begun.weight, begun.letters};
                next.letters.push_back(static_cast<Letter>(letter));
                next.weight += letter == 0 ? 0 : letter == 3 ? 2 : 1;
                longer.push_back(std::move(next));
            }
        }
        all = std::move(longer);
    }
    PrefixGroups sorted;
    for (Begun& begun : all) {
        if (sorted.groups.size() <= begun.weight) sorted.groups.resize(begun.weight + 1);
        sorted.groups[begun.weight].push_back(std::move(begun.letters));
    }
    return sorted;
}

}  // namespace mexbase::detail
