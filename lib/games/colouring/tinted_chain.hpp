/// \file
/// Impartial Col and Snort on paths, by the stretches of open vertices that are left.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "../../board/colouring.hpp"
#include "../../rules/ruleset.hpp"

namespace mexbase {

/// Impartial Col and Snort on a path (Uiterwijk, Solving bicoloring-graph games on rectangular boards, part 2, sections
/// 3.2 and 3.4).
///
/// A coloured vertex does no more than tell its open neighbours which colour they may still take: the other one in Col,
/// the same in Snort. So a path falls into chains of open vertices that are tinted at their ends at most. A move
/// colours a vertex of a chain and leaves the two chains beside it, each tinted where it met that vertex.
///
/// The tint of an end is what a coloured vertex beyond that end imposes. The vertex of a chain of one is both ends: it
/// may take the colours that both tints allow, and none if they differ. A chain of none has no moves, whatever its
/// tints. Index: 9 length + 3 left + right.
class TintedChain {
  public:
    enum class Rule : std::uint8_t { col, snort };
    /// Which colours an end may take: both, or only one.
    enum class Tint : std::uint8_t { none, black, white };
    struct Position {
        std::uint64_t length = 0;
        Tint left = Tint::none, right = Tint::none;
        friend bool operator==(const Position&, const Position&) = default;
    };
    static constexpr std::string_view family = "tinted-chain";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .options = false, .split_options = true, .options_descend = true, .start = true, .value_kinds = true};
    /// The chains of a path are played on one board: they are a disjunctive sum and no obliged one.
    static constexpr std::array value_kinds{ValueKind::nimber};
    /// The longest chain that may be asked for.
    static constexpr std::uint64_t longest = std::uint64_t{1} << 36;
    static const FamilyHelp& help();
    static TintedChain make(const Parameters&);

    /// Chains of at most `max` vertices, at most `longest`.
    TintedChain(Rule rule, std::uint64_t max) : rule_(rule), max_(max) {}

    Rule rule() const { return rule_; }
    Index size() const { return 9 * (max_ + 1); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return {i / 9, static_cast<Tint>(i / 3 % 3), static_cast<Tint>(i % 3)}; }
    Index rank(const Position& p) const {
        return 9 * p.length + 3 * static_cast<Index>(p.left) + static_cast<Index>(p.right);
    }
    /// The left end, the right end and the length, as `b..w:7`, where an end is `o`, `b` or `w`; or the chain written
    /// out, as `boow`, where `b` alone is tinted from both sides; or `0` for no vertices. Also reads chains that have
    /// no index. Throws `Error{bad_position}`, and `Error{out_of_domain}` for more than `longest` vertices.
    Position parse(std::string_view text) const;
    /// As `b..w:7`.
    std::string format(const Position& p) const;
    /// The longest chain, without tints.
    Position start() const { return {max_, Tint::none, Tint::none}; }

    /// One option a move, by place and then colour. Chains of no vertices are left out; the option that leaves nothing
    /// else is the chain 0.
    template <class F>
    void for_each_split_option(Index, const Position& p, Player, F&& f) const {
        const std::uint64_t length = p.length;
        const Tint left = p.left, right = p.right;
        const bool same = rule_ == Rule::snort;
        for (std::uint64_t place = 0; place < length; ++place) {
            const std::uint64_t after = length - 1 - place;
            for (const Colour colour : {Colour::black, Colour::white}) {
                const Tint tint = tint_of(same ? colour : other(colour));
                if (place != 0 && after != 0) [[likely]] {
                    const Index before = rank({place, left, tint}), behind = rank({after, tint, right});
                    f(std::span<const Index>(std::array{std::min(before, behind), std::max(before, behind)}));
                    continue;
                }
                if ((place == 0 && !allows(left, colour)) || (after == 0 && !allows(right, colour))) continue;
                const Index part = place != 0   ? rank({place, left, tint})
                                   : after != 0 ? rank({after, tint, right})
                                                : Index{0};
                f(std::span<const Index>(&part, 1));
            }
        }
    }

  private:
    static Tint tint_of(Colour c) { return c == Colour::black ? Tint::black : Tint::white; }
    static bool allows(Tint tint, Colour c) { return tint == Tint::none || tint == tint_of(c); }

    Rule rule_;
    std::uint64_t max_;
};

}  // namespace mexbase
