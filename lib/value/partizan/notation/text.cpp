// SPDX-License-Identifier: MIT
#include "text.hpp"

#include <algorithm>

#include "../../../error.hpp"
#include "../thermograph.hpp"
#include "up_expansion.hpp"

namespace mexbase {
namespace {

constexpr unsigned most_bars = 4;

using Ids = std::vector<PartizanId>;

/// Orders numbers first, then nimbers without a number, then all other expansions.
std::strong_ordering compare_expansions(const UpExpansion& a, const UpExpansion& b) {
    const auto rank = [](const UpExpansion& e) {
        if (!e.ups.empty()) return 2;
        return e.nimber == 0 ? 0 : e.number == Dyadic(0) ? 1 : 2;
    };
    if (rank(a) != rank(b)) return rank(a) <=> rank(b);
    if (a.number != b.number) return a.number <=> b.number;
    for (std::size_t i = 0; i < std::min(a.ups.size(), b.ups.size()); ++i)
        if (a.ups[i] != b.ups[i]) return a.ups[i] <=> b.ups[i];
    return a.ups.size() != b.ups.size() ? a.ups.size() <=> b.ups.size() : a.nimber <=> b.nimber;
}

/// Writes games of an arena as text. May add games to the arena.
class Writer {
  public:
    explicit Writer(GameArena& arena) : arena_(arena), expansions_(arena), thermographs_(arena) {}

    std::string text(PartizanId g) {
        write(g, false);
        return std::move(text_);
    }

  private:
    /// Options in an order that depends only on the values.
    struct Sorted {
        Ids left, right;
    };
    enum class Form : std::uint8_t { expansion, symmetric, tiny, miny, braces };
    struct Way {
        Form form = Form::braces;
        PartizanId inner = GameArena::zero;  ///< the G of Tiny(G) and Miny(G)
    };

    /// Orders numbers by size, then nimbers, then other games with an `UpExpansion`, then the rest by their options.
    std::strong_ordering compare(PartizanId g, PartizanId h) {
        if (g == h) return std::strong_ordering::equal;
        const UpExpansion* a = expansions_.of(g);
        const UpExpansion* b = expansions_.of(h);
        if (a != nullptr && b != nullptr) return compare_expansions(*a, *b);
        if (a != nullptr || b != nullptr)
            return a != nullptr ? std::strong_ordering::less : std::strong_ordering::greater;
        const std::strong_ordering by_left = compare(sorted(g).left, sorted(h).left);
        return by_left != 0 ? by_left : compare(sorted(g).right, sorted(h).right);
    }

    std::strong_ordering compare(const Ids& a, const Ids& b) {
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
            if (a[i] != b[i]) return compare(a[i], b[i]);
        return a.size() <=> b.size();
    }

    const Sorted& sorted(PartizanId g) {
        if (const auto it = sorted_.find(g); it != sorted_.end()) return it->second;
        Sorted result;
        if (!arena_.is_number(g)) {
            const auto left = arena_.left_of(g), right = arena_.right_of(g);
            result = {Ids(left.begin(), left.end()), Ids(right.begin(), right.end())};
            for (Ids* options : {&result.left, &result.right})
                std::sort(options->begin(), options->end(),
                          [&](PartizanId x, PartizanId y) { return compare(x, y) < 0; });
        }
        return sorted_.emplace(g, std::move(result)).first->second;
    }

    const Way& way(PartizanId g) {
        if (const auto it = ways_.find(g); it != ways_.end()) return it->second;
        return ways_[g] = way_of(g);
    }

    Way way_of(PartizanId g) {
        if (const UpExpansion* e = expansions_.of(g))
            return {e->ups.size() <= 1 || e->is_power() || e->is_power_sum() ? Form::expansion : Form::braces};
        if (arena_.left_stop(g) == -arena_.right_stop(g) && arena_.negative(g) == g) return {Form::symmetric};
        return way_if_small(g);
    }

    /// Recognises x + Tiny(G), which is {x | {x | x - G}}, and x + Miny(G), which is {{x + G | x} | x}.
    Way way_if_small(PartizanId g) {
        const auto only = [](std::span<const PartizanId> options) {
            return options.size() == 1 ? std::optional(options[0]) : std::nullopt;
        };
        const std::optional<PartizanId> left = only(arena_.left_of(g)), right = only(arena_.right_of(g));
        if (!left || !right || arena_.is_number(*left) == arena_.is_number(*right)) return {};
        const bool tiny = arena_.is_number(*left);
        const PartizanId x = tiny ? *left : *right, middle = tiny ? *right : *left;
        const std::optional<PartizanId> same = only(tiny ? arena_.left_of(middle) : arena_.right_of(middle));
        const std::optional<PartizanId> last = only(tiny ? arena_.right_of(middle) : arena_.left_of(middle));
        if (same != x || !last) return {};
        try {
            const PartizanId inner = tiny ? arena_.difference(x, *last) : arena_.difference(*last, x);
            if (has_positive_mean(inner)) return {tiny ? Form::tiny : Form::miny, inner};
        } catch (const Error&) {
            // Numbers would be out of bounds, so the game is written in braces.
        }
        return {};
    }

    bool has_positive_mean(PartizanId g) {
        const Dyadic zero;
        return arena_.right_stop(g) > zero || (arena_.left_stop(g) > zero && thermographs_.mean(g) > zero);
    }

    /// Returns the number of bars (`|`) that separate the options of g in the text; 0 if g is not written in braces.
    unsigned bars(PartizanId g) {
        if (way(g).form != Form::braces) return 0;
        if (const auto it = bars_.find(g); it != bars_.end()) return it->second;
        const Sorted& options = sorted(g);
        return bars_[g] = 1 + std::max(bars_within(options.left), bars_within(options.right));
    }

    unsigned bars_within(const Ids& options) {
        const unsigned within = options.size() == 1 ? bars(options[0]) : 0;
        return within == most_bars ? 0 : within;
    }

    void write_expansion(const UpExpansion& e, bool in_parentheses) {
        const bool has_number = e.number != Dyadic(0);
        const int parts = (has_number ? 1 : 0) + (e.ups.empty() ? 0 : 1) + (e.nimber == 0 ? 0 : 1);
        const bool grouped = in_parentheses && parts > 1;
        if (grouped) put("(");
        if (has_number || parts == 0) put(to_string(e.number));
        if (!e.ups.empty()) {
            const int last = e.ups.back();
            const std::string_view arrow = last > 0 ? "^" : "v";
            put(arrow);
            if (e.ups.size() > 1) {
                put(e.is_power() ? "<" : "[");
                put(std::to_string(e.ups.size()));
                put(e.is_power() ? ">" : "]");
            } else if (last == 2 || last == -2) {
                put(arrow);
            } else if (last != 1 && last != -1) {
                put(std::to_string(last > 0 ? last : -last));
            }
        }
        if (e.nimber > 0) put("*");
        if (e.nimber > 1) put(std::to_string(e.nimber));
        if (grouped) put(")");
    }

    void write_small(PartizanId g, bool tiny, bool in_parentheses) {
        if (in_parentheses) put("(");
        const Dyadic x = *arena_.number_of(tiny ? arena_.left_of(g)[0] : arena_.right_of(g)[0]);
        if (x != Dyadic(0)) put(to_string(x));
        put(tiny ? "Tiny(" : "Miny(");
        write(way(g).inner, false);
        put(in_parentheses ? "))" : ")");
    }

    void write_list(const Ids& options) {
        if (options.size() == 1) {
            const unsigned own = bars(options[0]);
            if (own == 0 || own == most_bars) return write(options[0], false);
            return write_options(options[0]);
        }
        for (std::size_t i = 0; i < options.size(); ++i) {
            if (i > 0) put(",");
            write(options[i], false);
        }
    }

    void write_options(PartizanId g) {
        write_list(sorted(g).left);
        put(std::string(bars(g), '|'));
        write_list(sorted(g).right);
    }

    void write(PartizanId g, bool in_parentheses) {
        switch (way(g).form) {
            case Form::expansion:
                return write_expansion(*expansions_.of(g), in_parentheses);
            case Form::tiny:
            case Form::miny:
                return write_small(g, way(g).form == Form::tiny, in_parentheses);
            case Form::symmetric:
                break;
            case Form::braces:
                put("{");
                write_options(g);
                return put("}");
        }
        const Ids& options = sorted(g).left;
        put("+-");
        if (options.size() == 1) return write(options[0], true);
        put("{");
        write_list(options);
        put("}");
    }
    void put(std::string_view piece) {
        if (text_.size() + piece.size() > longest_game_text)
            throw Error(ErrorCode::not_applicable, "the text of the canonical form is longer than 2^20 characters");
        text_ += piece;
    }

    GameArena& arena_;
    UpExpansions expansions_;
    Thermographs thermographs_;
    std::string text_;
    std::unordered_map<PartizanId, Sorted> sorted_;
    std::unordered_map<PartizanId, unsigned> bars_;
    std::unordered_map<PartizanId, Way> ways_;
};

}  // namespace

std::string to_text(const GameArena& arena, PartizanId g) {
    GameArena games;
    return Writer(games).text(GameImport(arena, games)(g));
}

}  // namespace mexbase
