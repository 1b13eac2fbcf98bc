// SPDX-License-Identifier: MIT
#include "thermograph_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "../../../error.hpp"
#include "../notation/text.hpp"

namespace mexbase {

namespace {

double to_double(const Dyadic& number) {
    return std::ldexp(static_cast<double>(number.numerator()), -static_cast<int>(number.exponent()));
}

/// Maps values and temperatures to places in the drawing.
class ThermographScale {
  public:
    static constexpr double left_margin = 0.9, bottom_margin = 0.5, size = 5;

    explicit ThermographScale(const Thermograph& thermograph) : top_(to_double(thermograph.temperature())) {
        least_ = most_ = to_double(thermograph.mean());
        for (const auto* wall : {&thermograph.left, &thermograph.right})
            for (const Thermograph::Point& point : *wall) {
                least_ = std::min(least_, to_double(point.value));
                most_ = std::max(most_, to_double(point.value));
            }
        const double degrees = top_ - lowest;
        // The mast rises above the point at which the walls meet.
        top_ = std::max(0.5, top_ + std::max({0.5, degrees / 4, (most_ - least_) / 8}));
        scale_ = size / std::max(top_ - lowest, most_ - least_);
    }

    Drawing::Point at(const Thermograph::Point& point) const { return at(point.temperature, point.value); }
    Drawing::Point at(const Dyadic& temperature, const Dyadic& value) const {
        return {x(to_double(value)), y(to_double(temperature))};
    }
    double x(double value) const { return left_margin + 0.5 + scale_ * (most_ - value); }
    double y(double temperature) const { return scale_ * (top_ - temperature); }
    double bottom() const { return y(lowest); }
    double right() const { return x(least_) + 0.5; }

  private:
    static constexpr double lowest = -1;
    double top_, least_ = 0, most_ = 0, scale_ = 1;
};

/// Writes texts at places along an axis. Leaves out a text that is too near to an earlier one.
class AxisNumbers {
  public:
    AxisNumbers(Drawing& drawing, double distance) : drawing_(drawing), distance_(distance) {}

    void add(double along, Drawing::Point at, const std::string& text) {
        for (const double other : places_)
            if (std::abs(other - along) < distance_) return;
        places_.push_back(along);
        drawing_.shapes.emplace_back(Drawing::Text{at, text, 0.3});
    }

  private:
    Drawing& drawing_;
    double distance_;
    std::vector<double> places_;
};

}  // namespace

Drawing drawing_of_thermograph(const Thermograph& thermograph) {
    const ThermographScale scale(thermograph);
    constexpr double thin = 0.05, thick = 0.1;
    Drawing drawing;
    drawing.width = scale.right();
    drawing.height = scale.bottom() + ThermographScale::bottom_margin;
    const auto line = [&drawing](Drawing::Point from, Drawing::Point to, double width, DrawingRole ink) {
        drawing.shapes.emplace_back(Drawing::Line{from, to, width, ink});
    };
    const double left = ThermographScale::left_margin, right = scale.right();
    line({left, 0}, {left, scale.bottom()}, 0.03, DrawingRole::line);
    line({left, scale.bottom()}, {right, scale.bottom()}, 0.03, DrawingRole::line);
    line({left, scale.y(0)}, {right, scale.y(0)}, 0.03, DrawingRole::faint);
    const Dyadic zero{0}, left_stop = thermograph.left_wall(zero), right_stop = thermograph.right_wall(zero);
    for (const Dyadic& stop : {left_stop, right_stop}) {
        const Drawing::Point at = scale.at(zero, stop);
        line(at, {at.x, scale.bottom()}, 0.03, DrawingRole::faint);
    }
    const Drawing::Point foot = scale.at(thermograph.temperature(), thermograph.mean());
    line(foot, {foot.x, 0}, thick, DrawingRole::line);
    for (const auto& [wall, ink] :
         {std::pair(&thermograph.right, DrawingRole::red), std::pair(&thermograph.left, DrawingRole::blue)})
        for (std::size_t k = 0; k + 1 < wall->size(); ++k)
            line(scale.at((*wall)[k]), scale.at((*wall)[k + 1]), thin, ink);
    // The most important numbers come first. Later numbers are left out if they would overlap earlier ones.
    std::vector<Thermograph::Point> points{
        {zero, left_stop}, {zero, right_stop}, {thermograph.temperature(), thermograph.mean()}};
    for (const auto* wall : {&thermograph.left, &thermograph.right}) points.push_back(wall->front());
    for (const auto* wall : {&thermograph.left, &thermograph.right})
        points.insert(points.end(), wall->begin(), wall->end());
    AxisNumbers temperatures(drawing, 0.35), values(drawing, 0.7);
    for (const Thermograph::Point& point : points) {
        const Drawing::Point at = scale.at(point);
        temperatures.add(at.y, {left / 2, at.y}, to_string(point.temperature));
        if (!(point.temperature < zero)) values.add(at.x, {at.x, scale.bottom() + 0.28}, to_string(point.value));
    }
    return drawing;
}

std::string thermograph_svg(const GameArena& arena, PartizanId game) {
    std::string title = "thermograph";
    try {
        title += " of " + to_text(arena, game);
    } catch (const Error& e) {
        if (e.code() != ErrorCode::not_applicable) throw;  // the text is too long
    }
    return to_svg(drawing_of_thermograph(Thermographs(arena).of(game)), title);
}

}  // namespace mexbase
