// SPDX-License-Identifier: MIT
#include "drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "../error.hpp"
#include "../text_parts.hpp"

namespace mexbase {

namespace {

constexpr double usual_edge = 0.04, svg_margin = 0.2;
constexpr double pixels_a_unit = 48, pixels_a_line = 16;
constexpr double character_width = 0.6, line_height = 1.2;

struct InkColours {
    std::string_view name, on_light, on_dark;
};
constexpr std::array<InkColours, 11> ink_colours = {{{"none", "none", "none"},
                                                     {"line", "#2e2a25", "#d9d4c8"},
                                                     {"faint", "#8d867a", "#8d867a"},
                                                     {"board", "#f0e4c8", "#5c533f"},
                                                     {"shade", "#c9ae7c", "#221e18"},
                                                     {"light", "#fffdf6", "#fffdf6"},
                                                     {"dark", "#25221e", "#0b0a09"},
                                                     {"blue", "#2a5db8", "#7ea6f4"},
                                                     {"red", "#b8352a", "#f28b7f"},
                                                     {"green", "#2f8040", "#7fca8d"},
                                                     {"mark", "#c98a00", "#f2c14a"}}};
constexpr std::string_view paper_on_light = "#ffffff", paper_on_dark = "#17191e";

std::string_view name_of(DrawingRole ink) {
    return ink_colours[static_cast<std::size_t>(ink) % ink_colours.size()].name;
}

/// Returns `value` as text with at most three decimals, which is the same on all platforms.
std::string svg_number(double value) {
    if (!std::isfinite(value)) return "0";
    std::array<char, 400> buffer;  // every double fits
    constexpr std::size_t decimals = 3;
    std::string text(buffer.data(),
                     static_cast<std::size_t>(std::snprintf(buffer.data(), buffer.size(), "%.3f", value)));
    // The decimal point depends on the locale, so it is replaced. Not every library has `std::to_chars` for `double`.
    const std::size_t point = text.find_first_not_of("-0123456789");
    text.replace(point, text.size() - decimals - point, ".");
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string attribute(std::string_view name, std::string_view value) {
    return ' ' + std::string(name) + "=\"" + std::string(value) + '"';
}
std::string attribute(std::string_view name, double value) {
    return attribute(name, svg_number(value));
}

std::string xml_escaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        std::size_t length = begins_with_control(text) ? 0 : utf8_length(text);
        const std::string_view character = text.substr(0, length);
        if (character == "&")
            out += "&amp;";
        else if (character == "<")
            out += "&lt;";
        else if (character == ">")
            out += "&gt;";
        else if (character == "\"")
            out += "&quot;";
        else if (length == 0 || character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf")  // U+FFFE, U+FFFF
            out += "\xef\xbf\xbd";
        else
            out += character;
        if (length == 0) length = std::max<std::size_t>(1, utf8_length(text));
        text.remove_prefix(length);
    }
    return out;
}

/// Returns the attribute `class` with the CSS classes that give the inside and the edge of a shape their colours.
std::string inks(DrawingRole inside, DrawingRole edge) {
    return attribute("class", 'i' + std::string(name_of(inside)) + " e" + std::string(name_of(edge)));
}

struct SvgElement {
    std::string operator()(const Drawing::Line& shape) const {
        return "<line" + attribute("x1", shape.from.x) + attribute("y1", shape.from.y) + attribute("x2", shape.to.x) +
               attribute("y2", shape.to.y) + attribute("stroke-width", shape.width) +
               attribute("stroke-linecap", "round") + inks(DrawingRole::none, shape.ink) + "/>\n";
    }
    std::string operator()(const Drawing::Disc& shape) const {
        return "<circle" + attribute("cx", shape.centre.x) + attribute("cy", shape.centre.y) +
               attribute("r", shape.radius) + attribute("stroke-width", shape.edge_width) +
               inks(shape.inside, shape.edge) + "/>\n";
    }
    std::string operator()(const Drawing::Rectangle& shape) const {
        return "<rect" + attribute("x", shape.corner.x) + attribute("y", shape.corner.y) +
               attribute("width", shape.width) + attribute("height", shape.height) + inks(shape.inside, shape.edge) +
               "/>\n";
    }
    std::string operator()(const Drawing::Polygon& shape) const {
        std::string points;
        for (const auto& [x, y] : shape.corners)
            points += (points.empty() ? "" : " ") + svg_number(x) + ',' + svg_number(y);
        return "<polygon" + attribute("points", points) + attribute("stroke-linejoin", "round") +
               inks(shape.inside, shape.edge) + "/>\n";
    }
    std::string operator()(const Drawing::Text& shape) const {
        const auto& [x, y] = shape.centre;
        // The middle of capital letters is about 0.35 of the font's height above the baseline.
        std::string out = "<text" + attribute("x", x) + attribute("y", y + 0.35 * shape.size) +
                          attribute("font-size", shape.size) + attribute("text-anchor", "middle") +
                          inks(shape.ink, DrawingRole::none);
        if (shape.upside_down) out += attribute("transform", "rotate(180 " + svg_number(x) + ' ' + svg_number(y) + ')');
        return out + '>' + xml_escaped(shape.text) + "</text>\n";
    }
    std::string operator()(const Drawing::Block& shape) const {
        std::string out;
        double y = 0.9;
        for_each_word(shape.lines, '\n', [&](std::string_view line) {
            if (!line.empty())
                out += "<text" + attribute("x", 0.0) + attribute("y", y) + attribute("font-size", 1.0) +
                       attribute("font-family", "monospace") + attribute("xml:space", "preserve") +
                       inks(DrawingRole::line, DrawingRole::none) + '>' + xml_escaped(line) + "</text>\n";
            y += line_height;
        });
        return out;
    }
};

/// Moves a shape to the right and down.
struct MovedBy {
    double x, y;

    Drawing::Point operator()(Drawing::Point p) const { return {p.x + x, p.y + y}; }
    void operator()(Drawing::Line& shape) const {
        shape.from = (*this)(shape.from);
        shape.to = (*this)(shape.to);
    }
    void operator()(Drawing::Disc& shape) const { shape.centre = (*this)(shape.centre); }
    void operator()(Drawing::Rectangle& shape) const { shape.corner = (*this)(shape.corner); }
    void operator()(Drawing::Polygon& shape) const {
        for (Drawing::Point& corner : shape.corners) corner = (*this)(corner);
    }
    void operator()(Drawing::Text& shape) const { shape.centre = (*this)(shape.centre); }
    void operator()(Drawing::Block&) const {}  // a block is always in the upper left corner
};

/// Returns the CSS rules that map the classes to colours.
std::string style_rules(std::string_view paper, std::string_view InkColours::*shade) {
    std::string out = ".paper{fill:" + std::string(paper) + '}';
    for (const InkColours& ink : ink_colours) {
        const std::string name(ink.name), colour(ink.*shade);
        out += ".i" + name + "{fill:" + colour + "}.e" + name + "{stroke:" + colour + '}';
    }
    return out;
}

}  // namespace

Drawing drawing_of_text(std::string lines) {
    Drawing drawing;
    std::size_t columns = 1, rows = 0;
    for_each_word(lines, '\n', [&](std::string_view line) {
        const auto starts_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
        columns =
            std::max(columns, static_cast<std::size_t>(std::count_if(line.begin(), line.end(), starts_character)));
        ++rows;
    });
    drawing.width = character_width * static_cast<double>(columns);
    drawing.height = line_height * static_cast<double>(rows);
    drawing.shapes.emplace_back(Drawing::Block{std::move(lines)});
    return drawing;
}

Drawing side_by_side(std::span<const Drawing> drawings, std::string_view between) {
    constexpr double gap = 0.8;
    Drawing all;
    all.width = all.height = 0;
    for (const Drawing& each : drawings) all.height = std::max(all.height, each.height);
    for (std::size_t k = 0; k < drawings.size(); ++k) {
        if (k > 0) {
            all.shapes.emplace_back(Drawing::Text{{all.width + gap / 2, all.height / 2}, std::string(between)});
            all.width += gap;
        }
        for (Drawing::Shape shape : drawings[k].shapes) {
            std::visit(MovedBy{all.width, (all.height - drawings[k].height) / 2}, shape);
            all.shapes.push_back(std::move(shape));
        }
        all.width += drawings[k].width;
    }
    return all;
}

std::string to_svg(const Drawing& drawing, std::string_view title) {
    const bool is_text = !drawing.shapes.empty() && std::holds_alternative<Drawing::Block>(drawing.shapes.front());
    const double pixels = is_text ? pixels_a_line : pixels_a_unit;
    const double width = drawing.width + 2 * svg_margin, height = drawing.height + 2 * svg_margin;
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", pixels * width) +
                      attribute("height", pixels * height) +
                      attribute("viewBox", svg_number(-svg_margin) + ' ' + svg_number(-svg_margin) + ' ' +
                                               svg_number(width) + ' ' + svg_number(height)) +
                      attribute("font-family", "sans-serif") + attribute("stroke-width", usual_edge) +
                      attribute("role", "img") + ">\n";
    out += "<title>" + xml_escaped(title) + "</title>\n";
    out += "<style>" + style_rules(paper_on_light, &InkColours::on_light) + "@media (prefers-color-scheme:dark){" +
           style_rules(paper_on_dark, &InkColours::on_dark) + "}</style>\n";
    out += "<rect" + attribute("class", "paper") + attribute("x", -svg_margin) + attribute("y", -svg_margin) +
           attribute("width", width) + attribute("height", height) + "/>\n";
    for (const Drawing::Shape& shape : drawing.shapes) out += std::visit(SvgElement{}, shape);
    return out + "</svg>\n";
}

}  // namespace mexbase
