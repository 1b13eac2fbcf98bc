// SPDX-License-Identifier: MIT
/// \file
/// Impartial Col and Snort on paths, as sums of chains of open vertices.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "../../board/colouring.hpp"
#include "../../board/piece_drawing.hpp"
#include "../../error.hpp"
#include "../../rules/ruleset.hpp"
#include "../../text_parts.hpp"

namespace mexbase {

/// Impartial Col and Snort on a path (Uiterwijk, Solving bicoloring-graph games on rectangular boards, part 2, sections
/// 3.2 and 3.4).
///
/// A coloured vertex only restricts the colour of its open neighbours: to the other colour in Col, to the same colour
/// in Snort. So a path splits into chains of open vertices, in which only the ends can be restricted (tinted). A move
/// colours a vertex of a chain and leaves the chains on its two sides, each tinted at the end next to it.
///
/// The tint of an end is the restriction by a coloured vertex beyond that end. In a chain of one vertex, this vertex is
/// both ends and may take only the colours that both tints allow. An empty chain has no moves, whatever its tints.
/// Index: 9 length + 3 left + right.
class TintedChain {
  public:
    enum class Rule : std::uint8_t { col, snort };
    /// The colours that an end may take: both, or only one.
    enum class Tint : std::uint8_t { none, black, white };
    struct Position {
        std::uint64_t length = 0;
        Tint left = Tint::none, right = Tint::none;
        friend bool operator==(const Position&, const Position&) = default;
    };
    static constexpr std::string_view family = "tinted-chain";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options = false,
                             .split_options = true,
                             .options_descend = true,
                             .start = true,
                             .drawing = true,
                             .value_kinds = true};
    /// Only nimbers are supported, because a player may move in any chain, as in a disjunctive sum. In an obliged sum,
    /// a player would have to finish a chain that was begun.
    static constexpr std::array value_kinds{ValueKind::nimber};
    static constexpr std::uint64_t longest = std::uint64_t{1} << 36;
    static const FamilyHelp& help() {
        static constexpr std::array<std::string_view, 2> games = {"col", "snort"};
        static constexpr std::array keys = {
            KeyHelp{.name = "game",
                    .meaning =
                        "the colour that neighbours of a coloured vertex may take: col, the other one; snort, its own",
                    .words = games},
            KeyHelp{.name = "max", .range = "0..2^36", .meaning = "the longest chain, in vertices", .scope = true}};
        static constexpr FamilyHelp text{
            "impartial Col or Snort on a chain of uncoloured vertices, whose ends may be tinted (allow only one "
            "colour)",
            "left end, right end and length, such as b..w:7 (o: any colour, b or w: only this one), or one letter per "
            "vertex, such as boow; "
            "sums "
            "joined by +",
            "Uiterwijk, Solving bicoloring-graph games on rectangular boards, part 2: impartial Col and Snort, 2021",
            keys, "tinted-chain:game=col,max=100"};
        return text;
    }
    static TintedChain make(const Parameters& p) {
        const Rule rule = p.choice("game") == 0 ? Rule::col : Rule::snort;
        return {rule, p.number("max", 0, longest)};
    }

    /// Takes chains of at most `max` vertices; `max` is at most `longest`.
    TintedChain(Rule rule, std::uint64_t max) : rule_(rule), max_(max) {}

    Rule rule() const { return rule_; }
    Index size() const { return 9 * (max_ + 1); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return {i / 9, static_cast<Tint>(i / 3 % 3), static_cast<Tint>(i % 3)}; }
    Index rank(const Position& p) const {
        return 9 * p.length + 3 * static_cast<Index>(p.left) + static_cast<Index>(p.right);
    }
    /// Reads `b..w:7`: the left end and the right end (`o`, `b` or `w`), then the length. Also reads the vertices one
    /// by one, as `boow`, and `0` for no vertices. A single `b` is tinted at both ends. Chains too long for the table
    /// are read too. Throws `Error{bad_position}`, or `Error{out_of_domain}` for more than `longest` vertices.
    Position parse(std::string_view text) const {
        if (text == "0") return {};
        if (text.empty()) no_chain(text);
        Position p;
        p.left = tint_from(text.front(), text);
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) {
            if (text.size() > 2 && text.substr(1, text.size() - 2).find_first_not_of('o') != std::string_view::npos)
                no_chain(text);
            p.length = text.size();
            p.right = tint_from(text.back(), text);
            return p;
        }
        if (colon != 4 || text.substr(1, 2) != "..") no_chain(text);
        p.right = tint_from(text[3], text);
        const std::string_view number = text.substr(colon + 1);
        const auto length = decimal_number(number);
        if (!length) no_chain(text);
        if (*length > longest)
            throw Error(ErrorCode::out_of_domain, "a chain of " + in_quotes(number) + " vertices is not in this table");
        p.length = *length;
        return p;
    }
    std::string format(const Position& p) const {
        return std::string{letter_of(p.left)} + ".." + letter_of(p.right) + ':' + std::to_string(p.length);
    }
    /// Draws a chain of discs. A tinted end has an edge in the only colour that it may take: blue for black, and red
    /// for white. A chain of one vertex with different tints has no colour, so its edge is faint.
    Drawing drawing(const Position& p) const {
        return drawing_of_row(p.length, [&p](std::uint64_t k) {
            const bool differ = p.length == 1 && p.left != Tint::none && p.right != Tint::none && p.left != p.right;
            const Tint tint = k == 0 && p.left != Tint::none ? p.left : k + 1 == p.length ? p.right : Tint::none;
            constexpr std::array edges{DrawingRole::line, DrawingRole::blue, DrawingRole::red};
            return RowPlace{RowPlace::Shape::disc, DrawingRole::board,
                            differ ? DrawingRole::faint : edges[static_cast<std::size_t>(tint)]};
        });
    }
    Position start() const { return {max_, Tint::none, Tint::none}; }

    /// Lists one option per move, in the order of the vertices, black before white. Omits empty chains; if a move
    /// leaves nothing else, its option is index 0.
    template <class F>
    void for_each_split_option(Index, const Position& p, Player, F&& f) const {
        const Tint left = p.left, right = p.right;
        const bool same = rule_ == Rule::snort;
        const auto colour_end = [&](std::uint64_t place) {
            const std::uint64_t after = p.length - 1 - place;
            for (const Colour colour : {Colour::black, Colour::white}) {
                if ((place == 0 && !allows(left, colour)) || (after == 0 && !allows(right, colour))) continue;
                const Tint tint = tint_of(same ? colour : other(colour));
                const Index part = place != 0   ? rank({place, left, tint})
                                   : after != 0 ? rank({after, tint, right})
                                                : Index{0};
                f(std::span<const Index>(&part, 1));
            }
        };
        if (p.length != 0) colour_end(0);
        for (std::uint64_t place = 1; place + 1 < p.length; ++place)
            for (const Tint tint : {same ? Tint::black : Tint::white, same ? Tint::white : Tint::black}) {
                const Index before = rank({place, left, tint}), behind = rank({p.length - 1 - place, tint, right});
                f(std::span<const Index>(std::array{std::min(before, behind), std::max(before, behind)}));
            }
        if (p.length > 1) colour_end(p.length - 1);
    }

  private:
    static constexpr std::string_view colour_letters = "obw";  // by tint
    [[noreturn]] static void no_chain(std::string_view text) {
        throw_bad_position(text,
                           "is not a chain: expected left end, right end and length, such as b..w:7 with ends o, b or "
                           "w; or one letter per vertex, such as boow, with b or w only at the ends");
    }
    static Tint tint_from(char letter, std::string_view text) {
        const std::size_t at = colour_letters.find(letter);
        if (at == std::string_view::npos) no_chain(text);
        return static_cast<Tint>(at);
    }
    static char letter_of(Tint tint) { return colour_letters[static_cast<std::size_t>(tint)]; }
    static Tint tint_of(Colour c) { return c == Colour::black ? Tint::black : Tint::white; }
    static bool allows(Tint tint, Colour c) { return tint == Tint::none || tint == tint_of(c); }

    Rule rule_;
    std::uint64_t max_;
};

}  // namespace mexbase
