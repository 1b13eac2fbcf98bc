#include "kings.hpp"

namespace mexbase::chess {

namespace {

bool represents(unsigned first, unsigned second, bool pawns) {
    if (file_of(first) > 3) return false;
    if (pawns) return true;
    if (rank_of(first) > 3 || rank_of(first) > file_of(first)) return false;
    return rank_of(first) < file_of(first) || rank_of(second) <= file_of(second);
}

}  // namespace

const KingPairs& KingPairs::shared(bool pawns) {
    static const KingPairs with(true), without(false);
    return pawns ? with : without;
}

KingPairs::KingPairs(bool pawns) {
    const auto apart = [](unsigned first, unsigned second) {
        return first != second && (attacks.empty[king][first] & bit(second)) == 0;
    };
    const unsigned symmetries = pawns ? 2 : symmetry_count;
    for (unsigned first = 0; first < square_count; ++first)
        for (unsigned second = 0; second < square_count; ++second) {
            if (!apart(first, second) || !represents(first, second, pawns)) continue;
            const auto orbit = static_cast<std::uint16_t>(pairs_.size());
            pairs_.push_back({static_cast<Square>(first), static_cast<Square>(second)});
            const bool mirrored = !pawns && file_of(first) == rank_of(first) && file_of(second) == rank_of(second);
            // Backwards, so that the least symmetry stays.
            for (unsigned g = symmetries; g-- > 0;)
                places_[images[g][first] * square_count + images[g][second]] = {
                    orbit, static_cast<std::uint8_t>(inverse_of(g)), mirrored};
        }
}

}  // namespace mexbase::chess
