#include <algorithm>

#include "../../error.hpp"
#include "arena.hpp"

namespace mexbase {

/// Options of a game that is being made, on a stack that serves all levels of a recursion.
class GameArena::Stacked {
  public:
    explicit Stacked(Ids& stack) : stack_(stack), base_(stack.size()), middle_(base_) {}
    Stacked(const Stacked&) = delete;
    Stacked& operator=(const Stacked&) = delete;
    ~Stacked() { stack_.resize(base_); }

    void add(GameId option) { stack_.push_back(option); }
    /// From here on Right's.
    void turn() { middle_ = stack_.size(); }
    std::span<GameId> left() { return {stack_.data() + base_, middle_ - base_}; }
    std::span<GameId> right() { return {stack_.data() + middle_, stack_.size() - middle_}; }

  private:
    Ids& stack_;
    std::size_t base_, middle_;
};

GameId GameArena::intern(Stacked& options) {
    std::ranges::sort(options.left());
    std::ranges::sort(options.right());
    return intern(options.left(), options.right());
}

// Options are taken by index: making games moves the pool.

GameId GameArena::negative(GameId g) {
    if (nodes_[g].negative != none) return nodes_[g].negative;
    GameId result = none;
    if (const std::optional<Uptimal> u = uptimal_of(g)) {
        result = uptimal({-u->number, -u->ups, u->nimber});
    } else {
        Stacked options(stack_);
        for (std::size_t i = 0; i < right_of(g).size(); ++i) options.add(negative(right_of(g)[i]));
        options.turn();
        for (std::size_t i = 0; i < left_of(g).size(); ++i) options.add(negative(left_of(g)[i]));
        result = intern(options);
    }
    nodes_[g].negative = result;
    nodes_[result].negative = g;
    return result;
}

/// number + g for a g that is no number: the options of g, moved (number translation; Siegel, section II.3). They are
/// canonical again.
GameId GameArena::translated(GameId number, GameId g) {
    Stacked options(stack_);
    for (std::size_t i = 0; i < left_of(g).size(); ++i) options.add(sum(number, left_of(g)[i]));
    options.turn();
    for (std::size_t i = 0; i < right_of(g).size(); ++i) options.add(sum(number, right_of(g)[i]));
    return intern(options);
}

GameId GameArena::sum(GameId g, GameId h) {
    if (g == zero) return h;
    if (h == zero) return g;
    if (g > h) std::swap(g, h);
    if (nodes_[g].negative == h) return zero;
    if (nodes_[g].kind == Kind::number && nodes_[h].kind == Kind::number) return number(value(g) + value(h));
    if (const SumEntry* known = sums_.find(g, h)) return known->value;
    GameId result = zero;
    if (nodes_[g].kind != Kind::other && nodes_[h].kind != Kind::other) {
        const Uptimal a = *uptimal_of(g);
        const Uptimal b = *uptimal_of(h);
        result = uptimal({a.number + b.number, a.ups + b.ups, a.nimber ^ b.nimber});
    } else if (is_number(g)) {
        result = translated(g, h);
    } else if (is_number(h)) {
        result = translated(h, g);
    } else {
        Stacked options(stack_);
        for (std::size_t i = 0; i < left_of(g).size(); ++i) options.add(sum(left_of(g)[i], h));
        for (std::size_t i = 0; i < left_of(h).size(); ++i) options.add(sum(g, left_of(h)[i]));
        options.turn();
        for (std::size_t i = 0; i < right_of(g).size(); ++i) options.add(sum(right_of(g)[i], h));
        for (std::size_t i = 0; i < right_of(h).size(); ++i) options.add(sum(g, right_of(h)[i]));
        result = make(options.left(), options.right());
    }
    sums_.put({g, h, result});
    return result;
}

GameId GameArena::switch_of(Span games) {
    Stacked options(stack_);
    for (const GameId g : games) options.add(g);
    options.turn();
    for (std::size_t i = 0; i < games.size(); ++i) options.add(negative(options.left()[i]));
    return make(options.left(), options.right());
}

GameId GameArena::up_power(unsigned n) {
    if (n == 0 || n > 64) throw Error(ErrorCode::not_applicable, "powers of up are ^[1]..^[64]");
    if (powers_.empty()) {
        powers_.push_back(uptimal({0, 1, 0}));
        power_sums_.push_back(powers_[0]);
    }
    while (powers_.size() < n) {
        const GameId right = sum(nimber(1), negative(power_sums_.back()));
        const GameId left = zero;
        const GameId power = make({&left, 1}, {&right, 1});
        power_sums_.push_back(sum(power_sums_.back(), power));
        powers_.push_back(power);
    }
    return powers_[n - 1];
}

/// By the canonical forms up^n = {0 | q(n)}, q(1) = *, q(n) = {0 | 0, q(n-1)} and
/// up^n + * = {0, * | t(n)}, t(1) = 0, t(n) = {* | t(n-1)}.
std::optional<UpPower> GameArena::up_power_of(GameId g) const {
    if (is_number(g)) return std::nullopt;
    for (const bool up : {true, false}) {
        const auto near = [&](GameId x) { return up ? left_of(x) : right_of(x); };
        const auto far = [&](GameId x) { return up ? right_of(x) : left_of(x); };
        const auto is_star = [&](GameId x) { return nimber_of(x) == 1U; };
        const auto only = [](Span options, auto&& is_it) { return options.size() == 1 && is_it(options[0]); };
        const auto is_zero = [](GameId x) { return x == zero; };
        // 0 is the first game, and ids are in order.
        const auto zero_and = [](Span options) { return options.size() == 2 && options[0] == zero; };
        const bool star = zero_and(near(g)) && is_star(near(g)[1]);
        if (far(g).size() != 1 || (!star && !only(near(g), is_zero))) continue;
        GameId x = far(g)[0];
        int power = 1;
        if (star)
            for (; !is_number(x) && only(near(x), is_star) && far(x).size() == 1; x = far(x)[0]) ++power;
        else
            for (; !is_number(x) && only(near(x), is_zero) && zero_and(far(x)); x = far(x)[1]) ++power;
        if (star ? x == zero : is_star(x)) return UpPower{up ? power : -power, star};
    }
    return std::nullopt;
}

bool GameArena::are_negatives(GameId g, GameId h) const {
    std::unordered_map<std::uint64_t, bool> known;
    return are_negatives(g, h, known);
}

bool GameArena::are_negatives(GameId g, GameId h, std::unordered_map<std::uint64_t, bool>& known) const {
    const Node& a = nodes_[g];
    const Node& b = nodes_[h];
    if (a.negative != none) return a.negative == h;
    if (b.negative != none) return false;
    if (a.kind != b.kind || a.birthday != b.birthday || left_stop(g) != -right_stop(h) ||
        right_stop(g) != -left_stop(h))
        return false;
    if (a.kind != Kind::other) {
        const Uptimal x = *uptimal_of(g);
        return x.ups == -uptimal_of(h)->ups && x.nimber == uptimal_of(h)->nimber;
    }
    if (a.lefts != b.rights || a.rights != b.lefts) return false;
    const std::uint64_t pair = std::uint64_t{g} << 32 | h;
    if (const auto it = known.find(pair); it != known.end()) return it->second;
    const auto all_met = [&](Span options, Span others) {
        return std::ranges::all_of(options, [&](GameId x) {
            return std::ranges::any_of(others, [&](GameId y) { return are_negatives(x, y, known); });
        });
    };
    return known[pair] = all_met(left_of(g), right_of(h)) && all_met(right_of(g), left_of(h));
}

}  // namespace mexbase
