// SPDX-License-Identifier: MIT
#include "thermograph.hpp"

#include <algorithm>

#include "../../error.hpp"

namespace mexbase {
namespace {

using Point = Thermograph::Point;
using Wall = std::vector<Point>;

/// Evaluates a piecewise linear function, given by points, for ascending t. Between points the slope is -1, 0 or 1.
/// After the last point, the function is constant or falls.
class Walk {
  public:
    explicit Walk(const Wall& wall, bool falls_at_the_end = false) : wall_(wall), falls_(falls_at_the_end) {}

    /// Returns the first point after the t of the last call of `at`, or null.
    const Point* next() const { return at_ + 1 < wall_.size() ? &wall_[at_ + 1] : nullptr; }
    /// Returns the value at t, which must not be less than the t of the last call.
    Dyadic at(const Dyadic& t) {
        while (at_ + 1 < wall_.size() && wall_[at_ + 1].temperature <= t) ++at_;
        const Point& from = wall_[at_];
        if (from.temperature == t) return from.value;
        const bool last = at_ + 1 == wall_.size();
        if (last ? !falls_ : wall_[at_ + 1].value == from.value) return from.value;
        const Dyadic by = t - from.temperature;
        return last || wall_[at_ + 1].value < from.value ? from.value - by : from.value + by;
    }

  private:
    const Wall& wall_;
    bool falls_;
    std::size_t at_ = 0;
};

/// Returns the smaller temperature of the next points of two walks, or `std::nullopt` after the last points.
std::optional<Dyadic> next_temperature(const Walk& a, const Walk& b) {
    if (!a.next() && !b.next()) return std::nullopt;
    if (!a.next() || (b.next() && b.next()->temperature < a.next()->temperature)) return b.next()->temperature;
    return a.next()->temperature;
}

/// Drops the inner points at which a wall does not bend.
Wall without_straight_points(const Wall& wall) {
    Wall kept;
    for (std::size_t i = 0; i < wall.size(); ++i) {
        const bool inner = i > 0 && i + 1 < wall.size();
        if (!inner || kept.back().value <=> wall[i].value != wall[i].value <=> wall[i + 1].value)
            kept.push_back(wall[i]);
    }
    return kept;
}

/// Returns the maximum of two walls that are constant or rise, and are constant after their last points.
Wall greater_of(const Wall& a, const Wall& b) {
    Wall result;
    Walk walk_a(a);
    Walk walk_b(b);
    Dyadic lead;  // lead of a over b at the last point
    for (std::optional<Dyadic> t = Dyadic(-1); t; t = next_temperature(walk_a, walk_b)) {
        const Dyadic x = walk_a.at(*t);
        const Dyadic y = walk_b.at(*t);
        const Dyadic zero;
        if (!result.empty() && ((lead < zero && x > y) || (lead > zero && x < y))) {
            // One wall is constant and the other rises: they meet when the rising wall has made up for the lead.
            const Dyadic meeting = result.back().temperature + (lead < zero ? -lead : lead);
            result.push_back({meeting, result.back().value});
        }
        lead = x - y;
        result.push_back({*t, std::max(x, y)});
    }
    return without_straight_points(result);
}

Wall negated(const Wall& wall) {
    Wall result;
    for (const Point& point : wall) result.push_back({point.temperature, -point.value});
    return result;
}

/// Subtracts t from the value of a wall at each t. After its last point, the wall then falls instead of being constant.
void tax(Wall& wall) {
    for (Point& point : wall) point.value = point.value - point.temperature;
}

Dyadic half(const Dyadic& x) {
    return {x.numerator(), x.exponent() + 1};
}

/// Returns the smallest t >= -1 at which two scaffolds (the walls before they are cut off at the mast) meet. `b` is the
/// negative of the second scaffold, so this is the zero of a + b, which never rises and finally falls.
Dyadic meeting_of(const Wall& a, const Wall& b) {
    Walk walk_a(a, true);
    Walk walk_b(b, true);
    const Dyadic zero;
    Dyadic from(-1);
    Dyadic gap = walk_a.at(from) + walk_b.at(from);
    while (gap > zero) {
        const std::optional<Dyadic> to = next_temperature(walk_a, walk_b);
        if (!to) return from + half(gap);
        const Dyadic next = walk_a.at(*to) + walk_b.at(*to);
        // From here on, a + b falls with slope 1 or 2.
        if (next <= zero) return from + (gap - next == *to - from ? gap : half(gap));
        from = *to;
        gap = next;
    }
    return from;
}

Wall up_to(const Wall& scaffold, const Dyadic& top) {
    Wall wall;
    for (const Point& point : scaffold)
        if (point.temperature < top) wall.push_back(point);
    wall.push_back({top, Walk(scaffold, true).at(top)});
    return without_straight_points(wall);
}

/// Computes the thermograph of a game that is not an integer from the thermographs of its options.
class Scaffolds {
  public:
    void add_left(const Thermograph& option) { add(left_, option.right); }
    void add_right(const Thermograph& option) { add(right_, negated(option.left)); }
    Thermograph thermograph() {
        tax(left_);
        tax(right_);
        const Dyadic top = meeting_of(left_, right_);
        return {up_to(left_, top), negated(up_to(right_, top))};
    }

  private:
    static void add(Wall& scaffold, const Wall& wall) {
        scaffold = scaffold.empty() ? wall : greater_of(scaffold, wall);
    }

    Wall left_, right_;  // `right_` has all values negated, so that both take the maximum and pay the same tax
};

Thermograph of_integer(const Dyadic& n) {
    return {{{-1, n}}, {{-1, n}}};
}

/// Computes the thermograph of a number x. Halves the interval between the integers around x until its middle is x. The
/// thermographs of the ends of an interval give the thermograph of its middle.
Thermograph of_number(const Dyadic& x) {
    if (x.is_integer()) return of_integer(x);
    Dyadic low = x.floor();
    Thermograph below = of_integer(low);
    Thermograph above = of_integer(low + 1);
    for (unsigned exponent = 1;; ++exponent) {
        const Dyadic middle = low + Dyadic(1, exponent);
        Scaffolds scaffolds;
        scaffolds.add_left(below);
        scaffolds.add_right(above);
        Thermograph between = scaffolds.thermograph();
        if (middle == x) return between;
        if (middle < x) low = middle;
        (middle < x ? below : above) = std::move(between);
    }
}

Dyadic at(const Wall& wall, const Dyadic& t) {
    if (t < Dyadic(-1))
        throw Error(ErrorCode::not_applicable, "the temperature is below -1, where a thermograph begins");
    return Walk(wall).at(t);
}

}  // namespace

Dyadic Thermograph::left_wall(const Dyadic& t) const {
    return at(left, t);
}

Dyadic Thermograph::right_wall(const Dyadic& t) const {
    return at(right, t);
}

const Thermograph& Thermographs::of(PartizanId g) {
    // Computes options first, on an explicit stack, because games may be thousands of moves deep.
    std::vector<PartizanId> open{g};
    while (!open.empty()) {
        const PartizanId h = open.back();
        const std::size_t before = open.size();
        const std::optional<Dyadic> x = arena_->number_of(h);
        if (!known_.contains(h) && !x)
            for (const auto options : {arena_->left_of(h), arena_->right_of(h)})
                for (const PartizanId option : options)
                    if (!known_.contains(option)) open.push_back(option);
        if (open.size() != before) continue;
        open.pop_back();
        if (known_.contains(h)) continue;
        Scaffolds scaffolds;
        if (!x) {
            for (const PartizanId option : arena_->left_of(h)) scaffolds.add_left(known_.at(option));
            for (const PartizanId option : arena_->right_of(h)) scaffolds.add_right(known_.at(option));
        }
        known_.emplace(h, x ? of_number(*x) : scaffolds.thermograph());
    }
    return known_.at(g);
}

}  // namespace mexbase
