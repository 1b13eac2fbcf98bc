// SPDX-License-Identifier: MIT
#include "thermograph.hpp"

#include <algorithm>
#include <bit>

#include "../../error.hpp"

namespace mexbase {
namespace {

using Point = Thermographs::Point;
using Wall = Thermographs::Wall;
using Walls = Thermographs::Walls;

/// Evaluates a piecewise linear function, given by points, for ascending t. Between points the slope is -1, 0 or 1.
/// After the last point, the function is constant or falls.
class Walk {
  public:
    explicit Walk(const Wall& wall, bool falls_at_the_end = false) : wall_(wall), falls_(falls_at_the_end) {}

    /// Returns the first point after the t of the last call of `at`, or null.
    const Point* next() const { return at_ + 1 < wall_.size() ? &wall_[at_ + 1] : nullptr; }
    /// Returns the value at t, which must not be less than the t of the last call.
    WideDyadic at(const WideDyadic& t) {
        while (at_ + 1 < wall_.size() && wall_[at_ + 1].temperature <= t) ++at_;
        const Point& from = wall_[at_];
        if (from.temperature == t) return from.value;
        const bool last = at_ + 1 == wall_.size();
        if (last ? !falls_ : wall_[at_ + 1].value == from.value) return from.value;
        const WideDyadic by = t - from.temperature;
        return last || wall_[at_ + 1].value < from.value ? from.value - by : from.value + by;
    }

  private:
    const Wall& wall_;
    bool falls_;
    std::size_t at_ = 0;
};

/// Returns the smaller temperature of the next points of two walks, or `std::nullopt` after the last points.
std::optional<WideDyadic> next_temperature(const Walk& a, const Walk& b) {
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
    WideDyadic lead;  // lead of a over b at the last point
    for (std::optional<WideDyadic> t = WideDyadic(-1); t; t = next_temperature(walk_a, walk_b)) {
        const WideDyadic x = walk_a.at(*t);
        const WideDyadic y = walk_b.at(*t);
        const WideDyadic zero;
        if (!result.empty() && ((lead < zero && x > y) || (lead > zero && x < y))) {
            // One wall is constant and the other rises: they meet when the rising wall has made up for the lead.
            const WideDyadic meeting = result.back().temperature + (lead < zero ? -lead : lead);
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

/// Returns the smallest t >= -1 at which two scaffolds (the walls before they are cut off at the mast) meet. `b` is the
/// negative of the second scaffold, so this is the zero of a + b, which never rises and finally falls.
WideDyadic meeting_of(const Wall& a, const Wall& b) {
    Walk walk_a(a, true);
    Walk walk_b(b, true);
    const WideDyadic zero;
    WideDyadic from(-1);
    WideDyadic gap = walk_a.at(from) + walk_b.at(from);
    while (gap > zero) {
        const std::optional<WideDyadic> to = next_temperature(walk_a, walk_b);
        if (!to) return from + gap.half();
        const WideDyadic next = walk_a.at(*to) + walk_b.at(*to);
        // From here on, a + b falls with slope 1 or 2.
        if (next <= zero) return from + (gap - next == *to - from ? gap : gap.half());
        from = *to;
        gap = next;
    }
    return from;
}

Wall up_to(const Wall& scaffold, const WideDyadic& top) {
    Wall wall;
    for (const Point& point : scaffold)
        if (point.temperature < top) wall.push_back(point);
    wall.push_back({top, Walk(scaffold, true).at(top)});
    return without_straight_points(wall);
}

/// Computes the walls of a game that is not an integer from the walls of its options.
class Scaffolds {
  public:
    void add_left(const Walls& option) { add(left_, option.right); }
    void add_right(const Walls& option) { add(right_, negated(option.left)); }
    Walls walls() {
        tax(left_);
        tax(right_);
        const WideDyadic top = meeting_of(left_, right_);
        return {up_to(left_, top), negated(up_to(right_, top))};
    }

  private:
    static void add(Wall& scaffold, const Wall& wall) {
        scaffold = scaffold.empty() ? wall : greater_of(scaffold, wall);
    }

    Wall left_, right_;  // `right_` has all values negated, so that both take the maximum and pay the same tax
};

Walls of_integer(const WideDyadic& n) {
    return {{{-1, n}}, {{-1, n}}};
}

/// Computes the walls of a number x. Halves the interval between the integers around x until its middle is x. The walls
/// of the ends of an interval give the walls of its middle.
Walls of_number(const Dyadic& x) {
    if (x.is_integer()) return of_integer(x);
    WideDyadic low = Dyadic(x.floor());
    Walls below = of_integer(low);
    Walls above = of_integer(low + 1);
    for (unsigned exponent = 1;; ++exponent) {
        const WideDyadic middle = low + Dyadic(1, exponent);
        Scaffolds scaffolds;
        scaffolds.add_left(below);
        scaffolds.add_right(above);
        Walls between = scaffolds.walls();
        if (middle == x) return between;
        if (middle < x) low = middle;
        (middle < x ? below : above) = std::move(between);
    }
}

Dyadic at(const std::vector<Thermograph::Point>& points, const Dyadic& t) {
    if (t < Dyadic(-1))
        throw Error(ErrorCode::not_applicable, "the temperature is below -1, where a thermograph begins");
    Wall wall;
    for (const Thermograph::Point& point : points) wall.push_back({point.temperature, point.value});
    return Walk(wall).at(t).narrow();
}

std::vector<Thermograph::Point> narrowed(const Wall& wall) {
    std::vector<Thermograph::Point> points;
    for (const Point& point : wall) points.push_back({point.temperature.narrow(), point.value.narrow()});
    return points;
}

}  // namespace

Dyadic WideDyadic::narrow() const {
    unsigned exponent = 0;  // 2^exponent is the denominator
    if (fraction_ != 0) {
        const auto high = static_cast<std::uint64_t>(fraction_ >> 64), low = static_cast<std::uint64_t>(fraction_);
        exponent = low != 0 ? 128 - static_cast<unsigned>(std::countr_zero(low))
                            : 64 - static_cast<unsigned>(std::countr_zero(high));
    }
    const Whole most = Dyadic::largest_numerator;
    if (exponent <= Dyadic::largest_exponent && whole_ >= -most && whole_ <= most) {
        // At most 126 bits, because the whole part and the exponent have at most 63 bits and 62.
        Whole numerator = whole_ * (Whole{1} << exponent);
        if (exponent != 0) numerator += static_cast<Whole>(fraction_ >> (128 - exponent));
        if (numerator >= -most && numerator <= most) return {static_cast<std::int64_t>(numerator), exponent};
    }
    throw Error(ErrorCode::not_applicable,
                "a number of this thermograph is out of range: its numerator and its denominator can be at most 2^62");
}

WideDyadic WideDyadic::half() const {
    if ((fraction_ & 1) != 0)
        throw Error(ErrorCode::not_applicable, "a number of this thermograph is not a multiple of 2^-128");
    return {whole_ >> 1, fraction_ >> 1 | static_cast<Fraction>(whole_) << 127};
}

Dyadic Thermograph::left_wall(const Dyadic& t) const {
    return at(left, t);
}

Dyadic Thermograph::right_wall(const Dyadic& t) const {
    return at(right, t);
}

Thermograph Thermographs::of(PartizanId g) {
    const Walls& wide = walls(g);
    return {narrowed(wide.left), narrowed(wide.right)};
}

const Thermographs::Walls& Thermographs::walls(PartizanId g) {
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
        known_.emplace(h, x ? of_number(*x) : scaffolds.walls());
    }
    return known_.at(g);
}

FormFacts facts_of(const GameArena& arena, PartizanId g) {
    Thermographs thermographs(arena);
    const auto unless_out_of_bounds = [](const auto& find) -> std::optional<std::string> {
        try {
            return to_string(find());
        } catch (const Error& e) {
            if (e.code() != ErrorCode::not_applicable) throw;
            return std::nullopt;
        }
    };
    return {to_string(arena.left_stop(g)), to_string(arena.right_stop(g)),
            unless_out_of_bounds([&] { return thermographs.mean(g); }),
            unless_out_of_bounds([&] { return thermographs.temperature(g); })};
}

}  // namespace mexbase
