#include "text.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "../../error.hpp"

namespace mexbase {
namespace {

constexpr unsigned most_bars = 4;

/// Orders and writes the followers of one game.
class Writer {
  public:
    explicit Writer(const GameArena& arena) : arena_(arena) {}

    void write(GameId g, bool in_parentheses);
    void write_braces(GameId g);
    std::string take() { return std::move(text_); }

  private:
    using Ids = std::vector<GameId>;
    /// Options in an order that depends on the values alone.
    struct Sorted {
        Ids left, right;
    };

    const Sorted& sorted(GameId g);
    std::strong_ordering compare(GameId g, GameId h);
    std::strong_ordering compare(const Ids& a, const Ids& b);
    unsigned bars(GameId g);
    unsigned bars_within(const Ids& options);
    void write_options(GameId g);
    void write_list(const Ids& options);
    void write_number_braces(const Dyadic& x);
    void write_uptimal(const Uptimal& u, bool in_parentheses);
    void write_power(const UpPower& u, bool in_parentheses);
    bool is_plain(GameId g) const { return arena_.uptimal_of(g) || arena_.up_power_of(g); }
    bool is_symmetric(GameId g) const { return arena_.are_negatives(g, g); }
    void put(std::string_view piece) {
        if (text_.size() + piece.size() > longest_game_text)
            throw Error(ErrorCode::not_applicable, "the text of this game is longer than 2^20 characters");
        text_ += piece;
    }

    const GameArena& arena_;
    std::unordered_map<GameId, Sorted> sorted_;
    std::unordered_map<GameId, unsigned> bars_;
    std::string text_;
};

/// Numbers by size, nimbers, other uptimals, and then the rest by their lists of options.
std::strong_ordering Writer::compare(GameId g, GameId h) {
    if (g == h) return std::strong_ordering::equal;
    const std::optional<Uptimal> a = arena_.uptimal_of(g);
    const std::optional<Uptimal> b = arena_.uptimal_of(h);
    if (!a || !b) {
        if (a || b) return a ? std::strong_ordering::less : std::strong_ordering::greater;
        const std::strong_ordering by_left = compare(sorted(g).left, sorted(h).left);
        return by_left != 0 ? by_left : compare(sorted(g).right, sorted(h).right);
    }
    const auto rank = [&](GameId x) { return arena_.is_number(x) ? 0 : arena_.nimber_of(x) ? 1 : 2; };
    if (rank(g) != rank(h)) return rank(g) <=> rank(h);
    if (a->number != b->number) return a->number <=> b->number;
    return a->ups != b->ups ? a->ups <=> b->ups : a->nimber <=> b->nimber;
}

std::strong_ordering Writer::compare(const Ids& a, const Ids& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (a[i] != b[i]) return compare(a[i], b[i]);
    return a.size() <=> b.size();
}

const Writer::Sorted& Writer::sorted(GameId g) {
    if (const auto it = sorted_.find(g); it != sorted_.end()) return it->second;
    Sorted result;
    if (!arena_.is_number(g)) {
        const auto left = arena_.left_of(g);
        const auto right = arena_.right_of(g);
        result = {Ids(left.begin(), left.end()), Ids(right.begin(), right.end())};
        for (Ids* options : {&result.left, &result.right})
            std::ranges::sort(*options, [&](GameId x, GameId y) { return compare(x, y) < 0; });
    }
    return sorted_.emplace(g, std::move(result)).first->second;
}

/// How many bars part the options of g.
unsigned Writer::bars(GameId g) {
    if (is_plain(g) || is_symmetric(g)) return 0;
    if (const auto it = bars_.find(g); it != bars_.end()) return it->second;
    const Sorted& options = sorted(g);
    return bars_[g] = 1 + std::max(bars_within(options.left), bars_within(options.right));
}

unsigned Writer::bars_within(const Ids& options) {
    const unsigned within = options.size() == 1 ? bars(options[0]) : 0;
    return within == most_bars ? 0 : within;
}

void Writer::write_uptimal(const Uptimal& u, bool in_parentheses) {
    const int parts = (u.number == Dyadic(0) ? 0 : 1) + (u.ups == 0 ? 0 : 1) + (u.nimber == 0 ? 0 : 1);
    const bool grouped = in_parentheses && parts > 1;
    if (grouped) put("(");
    if (u.number != Dyadic(0) || parts == 0) put(to_string(u.number));
    if (u.ups != 0) put(u.ups > 0 ? "^" : "v");
    if (u.ups > 1 || u.ups < -1) put(std::to_string(u.ups > 0 ? u.ups : -u.ups));
    if (u.nimber > 0) put("*");
    if (u.nimber > 1) put(std::to_string(u.nimber));
    if (grouped) put(")");
}

void Writer::write_power(const UpPower& u, bool in_parentheses) {
    const bool grouped = in_parentheses && u.star;
    if (grouped) put("(");
    put(u.power > 0 ? "^[" : "v[");
    put(std::to_string(u.power > 0 ? u.power : -u.power));
    put(u.star ? "]*" : "]");
    if (grouped) put(")");
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

void Writer::write_options(GameId g) {
    write_list(sorted(g).left);
    put(std::string(bars(g), '|'));
    write_list(sorted(g).right);
}

void Writer::write(GameId g, bool in_parentheses) {
    if (const std::optional<Uptimal> u = arena_.uptimal_of(g)) return write_uptimal(*u, in_parentheses);
    if (const std::optional<UpPower> u = arena_.up_power_of(g)) return write_power(*u, in_parentheses);
    if (is_symmetric(g)) {
        const Ids& options = sorted(g).left;
        put("+-");
        if (options.size() == 1) return write(options[0], true);
        put("(");
        write_list(options);
        put(")");
    } else {
        put("{");
        write_options(g);
        put("}");
    }
}

void Writer::write_number_braces(const Dyadic& x) {
    put("{");
    if (const std::optional<Dyadic> left = x.left_option()) write_number_braces(*left);
    put("|");
    if (const std::optional<Dyadic> right = x.right_option()) write_number_braces(*right);
    put("}");
}

void Writer::write_braces(GameId g) {
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

std::string to_text(const GameArena& arena, GameId g) {
    Writer writer(arena);
    writer.write(g, false);
    return writer.take();
}

std::string to_braces(const GameArena& arena, GameId g) {
    Writer writer(arena);
    writer.write_braces(g);
    return writer.take();
}

}  // namespace mexbase
