// SPDX-License-Identifier: MIT
/// \file
/// Sums of Cutthroat stars for tests, played without values: moves, winners, and the strategy of McCurdy and Nowakowski
/// ("Cutthroat, an all-small game on graphs", 2005, section 3).
#pragma once

#include <algorithm>
#include <map>
#include <vector>

namespace mexbase::cutthroat {

/// A centre with leaves of either colour. Not one-coloured.
struct Star {
    bool black_centre = true;
    int black = 0, white = 0;

    bool gone() const { return black_centre ? white == 0 : black == 0; }
    /// Returns true for one black vertex and one white: an isolated edge.
    bool edge() const { return black + white == 1; }
    Star mirrored() const { return {!black_centre, white, black}; }
    /// Lemma 4.
    int weight() const {
        if (edge()) return 0;
        return black_centre ? white - (black == 0 ? 1 : 0) : -mirrored().weight();
    }
    friend auto operator<=>(const Star&, const Star&) = default;
};

/// In ascending order; an isolated edge has a black centre, and no star is one-coloured.
using StarSum = std::vector<Star>;

inline StarSum normal(StarSum sum) {
    std::erase_if(sum, [](const Star& s) { return s.gone(); });
    for (Star& s : sum)
        if (s.edge()) s = {true, 0, 1};
    std::sort(sum.begin(), sum.end());
    return sum;
}

inline StarSum mirrored(StarSum sum) {
    for (Star& s : sum) s = s.mirrored();
    return normal(sum);
}

inline int weight(const StarSum& sum) {
    int total = 0;
    for (const Star& s : sum) total += s.weight();
    return total;
}

inline StarSum with(StarSum sum, std::size_t i, const Star& to) {
    sum[i] = to;
    return normal(sum);
}
/// Returns the sum after Left removes a black leaf, or the star of a black centre.
inline StarSum without_leaf(const StarSum& sum, std::size_t i) {
    return with(sum, i, {sum[i].black_centre, sum[i].black - 1, sum[i].white});
}
inline StarSum without_star(const StarSum& sum, std::size_t i) {
    return with(sum, i, {true, 0, 0});
}

inline std::vector<StarSum> left_moves(const StarSum& sum) {
    std::vector<StarSum> found;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        if (sum[i].black > 0) found.push_back(without_leaf(sum, i));
        if (sum[i].black_centre) found.push_back(without_star(sum, i));
    }
    return found;
}
inline std::vector<StarSum> right_moves(const StarSum& sum) {
    std::vector<StarSum> found;
    for (const StarSum& to : left_moves(mirrored(sum))) found.push_back(mirrored(to));
    return found;
}

/// Decides sums by trying all moves.
class StarPlay {
  public:
    /// Returns true if Left wins moving first.
    bool left_first(const StarSum& sum) { return wins(sum); }
    /// Returns true if Left wins with Right to move.
    bool right_first(const StarSum& sum) { return !wins(mirrored(sum)); }

  private:
    /// Returns true if Left wins moving first. Right's turn is Left's in the mirrored sum.
    bool wins(const StarSum& sum) {
        if (const auto known = known_.find(sum); known != known_.end()) return known->second;
        bool won = false;
        for (const StarSum& to : left_moves(sum)) won = won || !wins(mirrored(to));
        return known_[sum] = won;
    }
    std::map<StarSum, bool> known_;
};

/// Returns the moves that the strategy allows Left. It needs an atomic weight of at least 1, or an odd number of
/// isolated edges as the whole sum.
///
/// Details that the paper leaves to the reader: at weight 1 and 2 the leaves of white centres also come first. If no
/// black leaf is left and the weight is more than 2, takes an isolated edge, or the smallest star.
inline std::vector<StarSum> strategy(const StarSum& sum) {
    const int total = weight(sum);
    std::vector<std::size_t> edges, black_centred, white_centred;
    for (std::size_t i = 0; i < sum.size(); ++i)
        (sum[i].edge() ? edges : sum[i].black_centre ? black_centred : white_centred).push_back(i);
    const bool odd = edges.size() % 2 == 1;
    std::vector<StarSum> moves;
    if (!white_centred.empty()) {
        for (const std::size_t i : white_centred) moves.push_back(without_leaf(sum, i));
    } else if (total > 2) {
        for (const std::size_t i : black_centred)
            if (sum[i].black > 0) moves.push_back(without_leaf(sum, i));
        if (moves.empty() && !edges.empty()) moves.push_back(without_star(sum, edges[0]));
        if (moves.empty()) {
            const auto smaller = [&](std::size_t i, std::size_t j) { return sum[i].white < sum[j].white; };
            moves.push_back(without_star(sum, *std::min_element(black_centred.begin(), black_centred.end(), smaller)));
        }
    } else if (total == 0 || (total == 2 && odd)) {
        moves.push_back(without_star(sum, edges.at(0)));
    } else if (total == 2 && black_centred.size() == 2) {
        const Star a = sum[black_centred[0]], b = sum[black_centred[1]];
        if (a.black > 0 && b.black > 0) {  // case 1
            for (const std::size_t i : black_centred) moves.push_back(without_leaf(sum, i));
        } else {  // cases 2 and 3: a star with black leaves, if there is one
            moves.push_back(without_star(sum, black_centred[b.black > 0 ? 1 : 0]));
        }
    } else if (!odd) {  // cases 4 and 5, and weight 1
        moves.push_back(without_star(sum, black_centred.at(0)));
    } else {  // weight 1
        const std::size_t last = black_centred.at(0);
        moves.push_back(sum[last].black > 0 ? without_leaf(sum, last) : without_star(sum, edges.at(0)));
    }
    return moves;
}

/// Calls `f` with every sum of at most `most` stars, isolated edges included, each with at most `leaves` leaves of
/// either colour.
template <class F>
void for_each_star_sum(std::size_t most, int leaves, F&& f) {
    std::vector<Star> stars;
    for (const bool black_centre : {false, true})
        for (int b = 0; b <= leaves; ++b)
            for (int w = 0; w <= leaves; ++w)
                if (const Star s{black_centre, b, w}; !s.gone() && (black_centre || !s.edge())) stars.push_back(s);
    std::sort(stars.begin(), stars.end());
    const auto extend = [&](auto&& self, StarSum& sum, std::size_t from) -> void {
        f(static_cast<const StarSum&>(sum));
        if (sum.size() == most) return;
        for (std::size_t i = from; i < stars.size(); ++i) {
            sum.push_back(stars[i]);
            self(self, sum, i);
            sum.pop_back();
        }
    };
    StarSum sum;
    extend(extend, sum, 0);
}

}  // namespace mexbase::cutthroat
