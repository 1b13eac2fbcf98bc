#include "text.hpp"

#include <algorithm>
#include <unordered_set>

#include "../../../error.hpp"
#include "../thermograph.hpp"
#include "up_expansion.hpp"

namespace mexbase {
namespace {

constexpr unsigned most_bars = 4;

using Ids = std::vector<PartizanId>;

/// Where tinies are: {x | {x | H}} is tiny and {{H | x} | x} is miny if the mean of H is less, or greater, than x.
enum class Smallness : std::uint8_t { none, tiny, miny };

/// What is known of an arena's games whatever frame they are written in.
struct Facts {
    explicit Facts(const GameArena& games) : arena(games), expansions(games), thermographs(games) {}

    Smallness smallness(PartizanId g);

    const GameArena& arena;
    UpExpansions expansions;
    Thermographs thermographs;
    std::unordered_map<PartizanId, Smallness> small;

  private:
    /// Whether the mean of g is less than x.
    bool is_less_in_mean(PartizanId g, const Dyadic& x);
    bool is_greater_in_mean(PartizanId g, const Dyadic& x);
};

bool Facts::is_less_in_mean(PartizanId g, const Dyadic& x) {
    if (arena.left_stop(g) < x) return true;
    return arena.right_stop(g) < x && thermographs.mean(g) < x;
}

bool Facts::is_greater_in_mean(PartizanId g, const Dyadic& x) {
    if (arena.right_stop(g) > x) return true;
    return arena.left_stop(g) > x && thermographs.mean(g) > x;
}

/// Of a game that has no expansion.
Smallness Facts::smallness(PartizanId g) {
    const auto [known, is_new] = small.emplace(g, Smallness::none);
    if (!is_new) return known->second;
    const auto only = [](std::span<const PartizanId> options) {
        return options.size() == 1 ? std::optional(options[0]) : std::nullopt;
    };
    const std::optional<PartizanId> left = only(arena.left_of(g));
    const std::optional<PartizanId> right = only(arena.right_of(g));
    if (!left || !right || arena.is_number(*left) == arena.is_number(*right)) return Smallness::none;
    const bool tiny = arena.is_number(*left);
    const PartizanId x = tiny ? *left : *right;
    const PartizanId middle = tiny ? *right : *left;
    const std::optional<PartizanId> same = only(tiny ? arena.left_of(middle) : arena.right_of(middle));
    const std::optional<PartizanId> last = only(tiny ? arena.right_of(middle) : arena.left_of(middle));
    if (same != x || !last) return Smallness::none;
    const Dyadic number = *arena.number_of(x);
    try {
        if (tiny ? is_less_in_mean(*last, number) : is_greater_in_mean(*last, number))
            known->second = tiny ? Smallness::tiny : Smallness::miny;
    } catch (const Error&) {
        // The mean is out of the bounds of a number: braces say the same.
    }
    return known->second;
}

/// Orders and writes the followers of one game in one frame: shift + what they are, or shift - what they are. What is
/// in the parentheses of a tiny is in another frame, since no arena need hold it.
class Writer {
  public:
    Writer(Facts& facts, std::string& text, bool negative, const Dyadic& shift)
        : facts_(facts), arena_(facts.arena), text_(text), negative_(negative), shift_(shift) {}

    void write(PartizanId g, bool in_parentheses);
    void write_braces(PartizanId g);

  private:
    /// Options in an order that depends on the values alone.
    struct Sorted {
        Ids left, right;
    };
    /// How a game is written: as an expansion, +-, tiny or in braces.
    enum class Form : std::uint8_t { expansion, symmetric, tiny, miny, braces };

    Dyadic number(const Dyadic& x) const { return negative_ ? shift_ - x : shift_ + x; }
    std::span<const PartizanId> left_of(PartizanId g) const {
        return negative_ ? arena_.right_of(g) : arena_.left_of(g);
    }
    std::span<const PartizanId> right_of(PartizanId g) const {
        return negative_ ? arena_.left_of(g) : arena_.right_of(g);
    }

    const Sorted& sorted(PartizanId g);
    std::strong_ordering compare(PartizanId g, PartizanId h);
    std::strong_ordering compare(const Ids& a, const Ids& b);
    std::strong_ordering compare(const UpExpansion& a, const UpExpansion& b) const;
    Form form(PartizanId g);
    Form form_of(PartizanId g);
    bool is_symmetric(PartizanId g) const;
    PartizanId last_of(PartizanId g, bool tiny) const;
    Writer inner(PartizanId g, bool tiny);
    bool has_numbers_within_bounds(PartizanId g) const;
    unsigned bars(PartizanId g);
    unsigned bars_within(const Ids& options);
    void write_options(PartizanId g);
    void write_list(const Ids& options);
    void write_expansion(const UpExpansion& e, bool in_parentheses);
    void write_tiny(PartizanId g, bool tiny, bool in_parentheses);
    void write_number_braces(const Dyadic& x);
    void put(std::string_view piece) {
        if (text_.size() + piece.size() > longest_game_text)
            throw Error(ErrorCode::not_applicable, "the text of this game is longer than 2^20 characters");
        text_ += piece;
    }

    Facts& facts_;
    const GameArena& arena_;
    std::string& text_;
    bool negative_;
    Dyadic shift_;
    std::unordered_map<PartizanId, Sorted> sorted_;
    std::unordered_map<PartizanId, unsigned> bars_;
    std::unordered_map<PartizanId, Form> forms_;
};

/// Numbers by size, nimbers, other expansions, and then the rest by their lists of options.
std::strong_ordering Writer::compare(PartizanId g, PartizanId h) {
    if (g == h) return std::strong_ordering::equal;
    const UpExpansion* a = facts_.expansions.of(g);
    const UpExpansion* b = facts_.expansions.of(h);
    if (a != nullptr && b != nullptr) return compare(*a, *b);
    if (a != nullptr || b != nullptr) return a != nullptr ? std::strong_ordering::less : std::strong_ordering::greater;
    const std::strong_ordering by_left = compare(sorted(g).left, sorted(h).left);
    return by_left != 0 ? by_left : compare(sorted(g).right, sorted(h).right);
}

std::strong_ordering Writer::compare(const UpExpansion& a, const UpExpansion& b) const {
    const auto rank = [&](const UpExpansion& e) {
        if (!e.ups.empty()) return 2;
        return e.nimber == 0 ? 0 : number(e.number) == Dyadic(0) ? 1 : 2;
    };
    if (rank(a) != rank(b)) return rank(a) <=> rank(b);
    if (a.number != b.number) return number(a.number) <=> number(b.number);
    for (std::size_t i = 0; i < std::min(a.ups.size(), b.ups.size()); ++i)
        if (a.ups[i] != b.ups[i]) return negative_ ? b.ups[i] <=> a.ups[i] : a.ups[i] <=> b.ups[i];
    return a.ups.size() != b.ups.size() ? a.ups.size() <=> b.ups.size() : a.nimber <=> b.nimber;
}

std::strong_ordering Writer::compare(const Ids& a, const Ids& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (a[i] != b[i]) return compare(a[i], b[i]);
    return a.size() <=> b.size();
}

const Writer::Sorted& Writer::sorted(PartizanId g) {
    if (const auto it = sorted_.find(g); it != sorted_.end()) return it->second;
    Sorted result;
    if (!arena_.is_number(g)) {
        const auto left = left_of(g);
        const auto right = right_of(g);
        result = {Ids(left.begin(), left.end()), Ids(right.begin(), right.end())};
        for (Ids* options : {&result.left, &result.right})
            std::sort(options->begin(), options->end(), [&](PartizanId x, PartizanId y) { return compare(x, y) < 0; });
    }
    return sorted_.emplace(g, std::move(result)).first->second;
}

Writer::Form Writer::form(PartizanId g) {
    if (const auto it = forms_.find(g); it != forms_.end()) return it->second;
    return forms_[g] = form_of(g);
}

Writer::Form Writer::form_of(PartizanId g) {
    if (const UpExpansion* e = facts_.expansions.of(g))
        return e->ups.size() <= 1 || e->is_power() || e->is_power_sum() ? Form::expansion : Form::braces;
    if (is_symmetric(g)) return Form::symmetric;
    const Smallness small = facts_.smallness(g);
    if (small == Smallness::none) return Form::braces;
    const bool tiny = (small == Smallness::tiny) != negative_;
    if (!inner(g, tiny).has_numbers_within_bounds(last_of(g, tiny))) return Form::braces;
    return tiny ? Form::tiny : Form::miny;
}

bool Writer::is_symmetric(PartizanId g) const {
    if (number(arena_.left_stop(g)) != -number(arena_.right_stop(g))) return false;
    try {
        const Dyadic twice = shift_ + shift_;
        return arena_.add_up_to(negative_ ? twice : -twice, g, g);
    } catch (const Error&) {
        return false;  // numbers out of bounds: braces say the same
    }
}

/// The H of a tiny {x | {x | H}} or a miny {{H | x} | x}.
PartizanId Writer::last_of(PartizanId g, bool tiny) const {
    return tiny ? right_of(right_of(g)[0])[0] : left_of(left_of(g)[0])[0];
}

/// For the G of x + Tiny(G) or x + Miny(G), which is x - H or H - x.
Writer Writer::inner(PartizanId g, bool tiny) {
    const Dyadic x = *arena_.number_of(tiny ? left_of(g)[0] : right_of(g)[0]);
    return {facts_, text_, negative_ == !tiny, negative_ == tiny ? -x : x};
}

/// Whether the numbers in the text of g are.
bool Writer::has_numbers_within_bounds(PartizanId g) const {
    if (shift_ == Dyadic(0)) return true;
    Ids found{g};
    std::unordered_set<PartizanId> seen{g};
    try {
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (const std::optional<Uptimal> u = arena_.uptimal_of(found[i])) {
                number(u->number);
                continue;
            }
            for (const auto options : {arena_.left_of(found[i]), arena_.right_of(found[i])})
                for (const PartizanId option : options)
                    if (seen.insert(option).second) found.push_back(option);
        }
    } catch (const Error&) {
        return false;
    }
    return true;
}

/// How many bars part the options of g.
unsigned Writer::bars(PartizanId g) {
    if (form(g) != Form::braces) return 0;
    if (const auto it = bars_.find(g); it != bars_.end()) return it->second;
    const Sorted& options = sorted(g);
    return bars_[g] = 1 + std::max(bars_within(options.left), bars_within(options.right));
}

unsigned Writer::bars_within(const Ids& options) {
    const unsigned within = options.size() == 1 ? bars(options[0]) : 0;
    return within == most_bars ? 0 : within;
}

void Writer::write_expansion(const UpExpansion& e, bool in_parentheses) {
    const Dyadic x = number(e.number);
    const int parts = (x == Dyadic(0) ? 0 : 1) + (e.ups.empty() ? 0 : 1) + (e.nimber == 0 ? 0 : 1);
    const bool grouped = in_parentheses && parts > 1;
    if (grouped) put("(");
    if (x != Dyadic(0) || parts == 0) put(to_string(x));
    if (!e.ups.empty()) {
        const int last = e.ups.back();
        const std::string_view arrow = (last > 0) != negative_ ? "^" : "v";
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

void Writer::write_tiny(PartizanId g, bool tiny, bool in_parentheses) {
    if (in_parentheses) put("(");
    const Dyadic x = number(*arena_.number_of(tiny ? left_of(g)[0] : right_of(g)[0]));
    if (x != Dyadic(0)) put(to_string(x));
    put(tiny ? "Tiny(" : "Miny(");
    inner(g, tiny).write(last_of(g, tiny), false);
    put(in_parentheses ? "))" : ")");
}

void Writer::write_list(const Ids& options) {
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

void Writer::write_options(PartizanId g) {
    write_list(sorted(g).left);
    put(std::string(bars(g), '|'));
    write_list(sorted(g).right);
}

void Writer::write(PartizanId g, bool in_parentheses) {
    switch (form(g)) {
        case Form::expansion:
            return write_expansion(*facts_.expansions.of(g), in_parentheses);
        case Form::tiny:
            return write_tiny(g, true, in_parentheses);
        case Form::miny:
            return write_tiny(g, false, in_parentheses);
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

void Writer::write_number_braces(const Dyadic& x) {
    put("{");
    if (const std::optional<Dyadic> left = x.left_option()) write_number_braces(*left);
    put("|");
    if (const std::optional<Dyadic> right = x.right_option()) write_number_braces(*right);
    put("}");
}

void Writer::write_braces(PartizanId g) {
    if (const std::optional<Dyadic> x = arena_.number_of(g)) {
        if (x->birthday() > GameArena::deepest)
            throw Error(ErrorCode::not_applicable, "a number of this game is more than 2000 braces deep");
        return write_number_braces(*x);
    }
    const auto write_all = [&](const Ids& options) {
        for (std::size_t i = 0; i < options.size(); ++i) {
            if (i > 0) put(",");
            write_braces(options[i]);
        }
    };
    put("{");
    write_all(sorted(g).left);
    put("|");
    write_all(sorted(g).right);
    put("}");
}

}  // namespace

std::string to_text(const GameArena& arena, PartizanId g) {
    Facts facts(arena);
    std::string text;
    Writer(facts, text, false, 0).write(g, false);
    return text;
}

std::string to_braces(const GameArena& arena, PartizanId g) {
    Facts facts(arena);
    std::string text;
    Writer(facts, text, false, 0).write_braces(g);
    return text;
}

}  // namespace mexbase
