// SPDX-License-Identifier: MIT
// Compares sums of Cutthroat stars, searched without values, with the rule of sorted ranks and with their values.
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <unordered_map>
#include <utility>
#include <vector>

#include "report.hpp"

namespace mexbase::report {
namespace {

/// A centre with black and white leaves, not one-coloured; an isolated edge has a black centre.
struct Star {
    bool black_centre = true;
    int black = 0, white = 0;

    bool gone() const { return black_centre ? white == 0 : black == 0; }
    bool edge() const { return black + white == 1; }
    /// Returns the number of leaves of the centre's colour, or of the other.
    int own() const { return black_centre ? black : white; }
    int others() const { return black_centre ? white : black; }
    int rank() const { return std::max(own(), 1); }
    int copies() const { return edge() ? 0 : others() - (own() == 0 ? 1 : 0); }
    int weight() const { return black_centre ? copies() : -copies(); }
    friend bool operator==(const Star&, const Star&) = default;
};

/// A sum, one byte per star in descending order: the number of its kind, from 1.
using Sum = std::uint64_t;

class Stars {
  public:
    explicit Stars(int leaves) {
        for (const bool black_centre : {true, false})
            for (int b = 0; b <= leaves; ++b)
                for (int w = 0; w <= leaves; ++w)
                    if (const Star s{black_centre, b, w}; !s.gone() && (black_centre || !s.edge())) kinds_.push_back(s);
        for (Star& s : kinds_) {
            mirror_.push_back(number({!s.black_centre, s.white, s.black}));
            leaf_.push_back(s.black > 0 ? number({s.black_centre, s.black - 1, s.white}) : none);
        }
    }

    std::size_t kinds() const { return kinds_.size(); }
    const Star& star(Sum sum, unsigned place) const { return kinds_[(sum >> 8 * place & 255) - 1]; }
    static unsigned size(Sum sum) {
        unsigned count = 0;
        for (; sum != 0; sum >>= 8) ++count;
        return count;
    }
    int weight(Sum sum) const {
        int total = 0;
        for (unsigned i = 0; i < size(sum); ++i) total += star(sum, i).weight();
        return total;
    }

    /// Calls `f(place, leaf?, to)` for every move of Left: a black leaf, or a black centre.
    template <class F>
    void for_each_move(Sum sum, F&& f) const {
        for (unsigned i = 0; i < size(sum); ++i) {
            const std::size_t kind = (sum >> 8 * i & 255) - 1;
            if (leaf_[kind] != none) f(i, true, with(sum, i, leaf_[kind]));
            if (kinds_[kind].black_centre) f(i, false, with(sum, i, 0));
        }
    }
    Sum mirrored(Sum sum) const {
        std::array<std::uint8_t, 8> bytes{};
        for (unsigned i = 0; i < 8; ++i)
            if ((sum >> 8 * i & 255) != 0) bytes.at(i) = mirror_[(sum >> 8 * i & 255) - 1];
        return sorted(bytes);
    }
    /// Returns true if Left wins moving first. Right's turn is Left's in the mirrored sum.
    bool wins(Sum sum) {
        if (const auto known = known_.find(sum); known != known_.end()) return known->second;
        bool won = false;
        for_each_move(sum, [&](unsigned, bool, Sum to) { won = won || !wins(mirrored(to)); });
        return known_[sum] = won;
    }
    char outcome(Sum sum) {
        const bool left = wins(sum), right = wins(mirrored(sum));
        return left ? (right ? 'N' : 'L') : (right ? 'R' : 'P');
    }

    std::string text(Sum sum) const {
        std::string found;
        for (unsigned i = 0; i < size(sum); ++i) found += (i > 0 ? "+" : "") + text(star(sum, i));
        return found;
    }
    /// Returns FNV-1a of the stars' texts in alphabetical order, joined by `+`, a comma and the outcome.
    std::uint64_t line_hash(Sum sum, char outcome) const {
        std::vector<std::string> texts;
        for (unsigned i = 0; i < size(sum); ++i) texts.push_back(text(star(sum, i)));
        std::sort(texts.begin(), texts.end());
        std::string line;
        for (const std::string& one : texts) line += (line.empty() ? "" : "+") + one;
        Checksum checksum;
        checksum.add(line + ',' + outcome);
        return checksum.value();
    }
    static std::string text(const Star& s) {
        return (s.black_centre ? "B(" : "W(") + std::to_string(s.black) + ',' + std::to_string(s.white) + ')';
    }

  private:
    static constexpr std::uint8_t none = 255;

    std::uint8_t number(Star s) const {
        if (s.gone()) return 0;
        if (s.edge()) s = {true, 0, 1};
        return static_cast<std::uint8_t>(std::find(kinds_.begin(), kinds_.end(), s) - kinds_.begin() + 1);
    }
    static Sum sorted(std::array<std::uint8_t, 8> bytes) {
        std::sort(bytes.begin(), bytes.end(), std::greater<>());
        Sum sum = 0;
        for (unsigned i = 8; i-- > 0;) sum = sum << 8 | bytes.at(i);
        return sum;
    }
    static Sum with(Sum sum, unsigned place, std::uint8_t kind) {
        std::array<std::uint8_t, 8> bytes{};
        for (unsigned i = 0; i < 8; ++i) bytes.at(i) = static_cast<std::uint8_t>(sum >> 8 * i & 255);
        bytes.at(place) = kind;
        return sorted(bytes);
    }

    std::vector<Star> kinds_;
    std::vector<std::uint8_t> mirror_, leaf_;
    std::unordered_map<Sum, bool> known_;
};

/// The data that decide a sum: the parity of edges and of stars without own leaves, and the ascending ranks of each
/// player's stars, with multiplicity.
struct Ranks {
    bool odd = false;
    std::vector<int> black, white;

    Ranks(const Stars& stars, Sum sum) {
        for (unsigned i = 0; i < Stars::size(sum); ++i) {
            const Star& s = stars.star(sum, i);
            if (s.own() == 0) odd = !odd;
            auto& ranks = s.black_centre ? black : white;
            ranks.insert(ranks.end(), static_cast<std::size_t>(s.copies()), s.rank());
        }
        std::sort(black.begin(), black.end());
        std::sort(white.begin(), white.end());
    }
    int weight() const { return static_cast<int>(black.size()) - static_cast<int>(white.size()); }
    static bool less_or_equal_but_for_one(std::vector<int> more, const std::vector<int>& less) {
        more.pop_back();
        return more <= less;
    }
    /// Returns the outcome by the rule of cutthroat.md.
    char outcome() const {
        const int w = weight();
        if (w >= 2) return 'L';
        if (w <= -2) return 'R';
        if (w == 0) return odd ? 'N' : black == white ? 'P' : black > white ? 'L' : 'R';
        if (w == 1) return !odd && less_or_equal_but_for_one(black, white) ? 'N' : 'L';
        return !odd && less_or_equal_but_for_one(white, black) ? 'N' : 'R';
    }
    /// Returns true if only the last ranks differ, Left's is larger, and both parities are even.
    bool last_alone_is_larger() const {
        return weight() == 0 && !odd && !black.empty() && black.back() > white.back() &&
               std::equal(black.begin(), black.end() - 1, white.begin());
    }
};

/// Returns Left's winning move by cutthroat.md at weight 0 or -1, if there is one.
Sum best_move(const Stars& stars, Sum sum, const Ranks& ranks) {
    const bool from_black = ranks.last_alone_is_larger();
    std::pair<int, int> best{-1, 0};  // preference and rank
    Sum found = 0;
    stars.for_each_move(sum, [&](unsigned i, bool leaf, Sum to) {
        const Star& s = stars.star(sum, i);
        const int preference = s.edge() ? 1 : leaf && s.black_centre == from_black ? 2 : 0;
        if (const std::pair here{preference, s.rank()}; here > best) best = here, found = to;
    });
    return found;
}

struct Tally {
    std::uint64_t checksum = 0;
    std::uint64_t sums = 0, won = 0, all = 0, some = 0, nothing = 0;
    std::array<std::uint64_t, 4> outcomes{};
};

/// Returns the value of a black centre with n black and m white leaves, m >= 1, by the closed form of cutthroat.md.
PartizanId by_formula(GameArena& arena, int n, int m) {
    const PartizanId one = arena.up_power({0, std::max(n, 1), true, 1});
    PartizanId total = n == 0 ? arena.nimber(1) : GameArena::zero;
    for (int i = n == 0 ? 1 : 0; i < m; ++i) total = arena.sum(total, one);
    return total;
}

/// Counts all sums of at most `most` stars with at most `leaves` leaves of either colour.
void tally(int leaves, unsigned most, std::ostream& table, std::ostream* failures) {
    const Clock clock;
    Stars stars(leaves);
    GameArena arena;
    std::array<std::array<Tally, 3>, 9> tallies{};
    std::uint64_t checked = 0, by_value = 0;
    const auto value_of = [&](Sum sum) {
        PartizanId total = GameArena::zero;
        for (unsigned i = 0; i < Stars::size(sum); ++i) {
            const Star& s = stars.star(sum, i);
            const PartizanId game = by_formula(arena, s.own(), s.others());
            total = arena.sum(total, s.black_centre ? game : arena.negative(game));
        }
        return total;
    };
    const auto visit = [&](Sum sum) {
        const Ranks ranks(stars, sum);
        const char outcome = stars.outcome(sum);
        require(outcome == ranks.outcome(), "the rule at " + stars.text(sum));
        require(ranks.weight() == stars.weight(sum), "the weight of " + stars.text(sum));
        ++checked;
        if (Stars::size(sum) <= 3 && leaves <= 4) {
            require(letter(arena.outcome(value_of(sum))) == outcome, "the value of " + stars.text(sum));
            ++by_value;
        }
        if (ranks.weight() < -1 || ranks.weight() > 1) return;
        Tally& t = tallies.at(Stars::size(sum)).at(static_cast<std::size_t>(ranks.weight() + 1));
        ++t.sums;
        t.checksum += stars.line_hash(sum, outcome);
        ++t.outcomes.at(std::string("NPLR").find(outcome));
        if (!stars.wins(sum)) return;
        ++t.won;
        int highest = -100, heuristic = 0, winning = 0;
        std::string winners;
        stars.for_each_move(sum, [&](unsigned i, bool leaf, Sum to) {
            const int weight = stars.weight(to);
            if (weight > highest) highest = weight, heuristic = winning = 0;
            const bool won = !stars.wins(stars.mirrored(to));
            if (weight == highest) ++heuristic, winning += won ? 1 : 0;
            const std::string move = (leaf ? "leaf of " : "centre of ") + Stars::text(stars.star(sum, i));
            if (won && winners.find(move) == std::string::npos) winners += (winners.empty() ? "" : "; ") + move;
        });
        ++(winning == heuristic ? t.all : winning > 0 ? t.some : t.nothing);
        if (ranks.weight() == 0)
            require((winning == 0) == ranks.last_alone_is_larger(), "where the heuristic fails: " + stars.text(sum));
        if (ranks.weight() <= 0)
            require(!stars.wins(stars.mirrored(best_move(stars, sum, ranks))), "the best move in " + stars.text(sum));
        if (failures != nullptr && winning == 0 && ranks.weight() == 0 && Stars::size(sum) <= 3) {
            const PartizanId value = value_of(sum);
            *failures << '"' << stars.text(sum) << "\",\"" << winners << "\"," << text_of(arena, value) << ','
                      << hex(arena.fingerprint(value)) << '\n';
        }
    };
    const auto extend = [&](auto&& self, Sum sum, unsigned size, std::size_t from) -> void {
        if (size > 0) visit(sum);
        if (size == most) return;
        for (std::size_t kind = 1; kind <= from; ++kind) self(self, sum | Sum{kind} << 8 * size, size + 1, kind);
    };
    extend(extend, 0, 0, stars.kinds());
    for (unsigned size = 1; size <= most; ++size)
        for (int weight = -1; weight <= 1; ++weight) {
            const Tally& t = tallies.at(size).at(static_cast<std::size_t>(weight + 1));
            table << leaves << ',' << size << ',' << weight << ',' << t.sums;
            for (const std::uint64_t count : t.outcomes) table << ',' << count;
            table << ',' << t.won << ',' << t.all << ',' << t.some << ',' << t.nothing << ',' << hex(t.checksum)
                  << '\n';
        }
    std::cout << "sums of " << most << " stars with " << leaves << " leaves of either colour: " << checked
              << " played out, " << by_value << " compared with values, " << clock.seconds() << " s" << std::endl;
}

}  // namespace

void stars(const std::string& folder) {
    std::ofstream values = csv(folder, "stars", "black,white,weight,value,fingerprint");
    GameArena arena;
    const PartizanId zero = GameArena::zero;
    constexpr int most = 12;
    std::vector<PartizanId> before;  // one black leaf less
    for (int n = 0; n <= most; ++n) {
        std::vector<PartizanId> row{zero};
        for (int m = 1; m <= most; ++m) {
            std::vector<PartizanId> left{zero};
            if (n > 0) left.push_back(before[static_cast<std::size_t>(m)]);
            row.push_back(arena.make(left, std::array{row.back()}));
            require(row.back() == by_formula(arena, n, m), "the closed form for a star");
            if (n <= 5 && m <= 4)
                values << n << ',' << m << ',' << weight_of(arena, row.back()) << ',' << text_of(arena, row.back())
                       << ',' << hex(arena.fingerprint(row.back())) << '\n';
        }
        before = std::move(row);
    }
    std::cout << "stars with at most " << most << " leaves of either colour: by the closed form" << std::endl;
    std::ofstream table = csv(folder, "star-sums",
                              "leaves,stars,weight,sums,N,P,L,R,won_by_left_moving,every_heuristic_move_wins,some,none,"
                              "checksum");
    std::ofstream failures = csv(folder, "star-failures", "sum,winning moves,value,fingerprint");
    tally(3, 6, table, nullptr);
    tally(4, 5, table, &failures);
    tally(6, 4, table, nullptr);
}

}  // namespace mexbase::report
