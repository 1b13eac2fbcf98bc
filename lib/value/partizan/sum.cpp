// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "../../error.hpp"
#include "arena.hpp"

namespace mexbase {

/// Options of a game under construction, on a stack that all levels of a recursion share.
class GameArena::Stacked {
  public:
    explicit Stacked(Ids& stack) : stack_(stack), base_(stack.size()), middle_(base_) {}
    Stacked(const Stacked&) = delete;
    Stacked& operator=(const Stacked&) = delete;
    ~Stacked() { stack_.resize(base_); }

    void add(PartizanId option) { stack_.push_back(option); }
    /// Call it after adding the Left options and before adding the Right options.
    void turn() { middle_ = stack_.size(); }
    std::span<PartizanId> left() { return {stack_.data() + base_, middle_ - base_}; }
    std::span<PartizanId> right() { return {stack_.data() + middle_, stack_.size() - middle_}; }

  private:
    Ids& stack_;
    std::size_t base_, middle_;
};

PartizanId GameArena::intern(Stacked& options) {
    for (const std::span<PartizanId> each : {options.left(), options.right()}) std::sort(each.begin(), each.end());
    return intern(options.left(), options.right());
}

// The functions below read options by index, because making a game may move `pool_` in memory.

PartizanId GameArena::negative(PartizanId g) {
    if (nodes_[g].negative != none) return nodes_[g].negative;
    PartizanId result = none;
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

/// Returns number + g for a g that is not a number. Its options are number + option for each option of g (number
/// translation; Siegel, section II.3), and are canonical again.
PartizanId GameArena::translated(PartizanId number, PartizanId g) {
    Stacked options(stack_);
    for (std::size_t i = 0; i < left_of(g).size(); ++i) options.add(sum(number, left_of(g)[i]));
    options.turn();
    for (std::size_t i = 0; i < right_of(g).size(); ++i) options.add(sum(number, right_of(g)[i]));
    return intern(options);
}

PartizanId GameArena::sum(PartizanId g, PartizanId h) {
    if (g == zero) return h;
    if (h == zero) return g;
    if (g > h) std::swap(g, h);
    if (nodes_[g].negative == h) return zero;
    if (nodes_[g].kind == Kind::number && nodes_[h].kind == Kind::number) return number(value(g) + value(h));
    if (const SumEntry* known = sums_.find(g, h)) return known->value;
    // True for a game {x | y} of uptimals x and y, if the number in x is greater than the number in y.
    const auto is_switch = [this](PartizanId s) {
        return nodes_[s].kind == Kind::other && nodes_[s].lefts == 1 && nodes_[s].rights == 1 &&
               nodes_[left_of(s)[0]].kind != Kind::other && nodes_[right_of(s)[0]].kind != Kind::other &&
               right_stop(s) < left_stop(s);
    };
    PartizanId result = zero;
    if (nodes_[g].kind != Kind::other && nodes_[h].kind != Kind::other) {
        const Uptimal a = *uptimal_of(g);
        const Uptimal b = *uptimal_of(h);
        result = uptimal({a.number + b.number, a.ups + b.ups, a.nimber ^ b.nimber});
    } else if (is_number(g)) {
        result = translated(g, h);
    } else if (is_number(h)) {
        result = translated(h, g);
    } else if ((is_switch(g) && nodes_[h].kind == Kind::uptimal) || (is_switch(h) && nodes_[g].kind == Kind::uptimal)) {
        // Let s = {x | y} be the switch, with numbers x > y, and u the infinitesimal. The moves in s dominate those in
        // u. For Left: Left wins x + u - (s + u') moving second, for every option u' of u. If Right moves from -s to
        // -x, the game is u - u', and Left moves to u' - u' = 0. If Right moves elsewhere, Left moves from -s to -y.
        // The game is then x - y > 0 plus infinitesimals, which Left wins.
        const auto [s, u] = is_switch(g) ? std::pair(g, h) : std::pair(h, g);
        Stacked options(stack_);
        options.add(sum(left_of(s)[0], u));
        options.turn();
        options.add(sum(right_of(s)[0], u));
        result = make(options.left(), options.right());
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

PartizanId GameArena::switch_of(Span games) {
    Stacked options(stack_);
    for (const PartizanId g : games) options.add(g);
    options.turn();
    for (std::size_t i = 0; i < games.size(); ++i) options.add(negative(options.left()[i]));
    return make(options.left(), options.right());
}

PartizanId GameArena::up_power(const UpPower& value) {
    constexpr int most = most_power;
    if (value.power == 0 || value.power > most || value.power < -most)
        throw Error(ErrorCode::not_applicable, "the power of up must be in 1..64, or in -64..-1 for a power of down");
    if (value.nimber > largest_nimber)
        throw Error(ErrorCode::not_applicable, "a nimber is greater than *1023, which is not supported");
    const bool up = value.power > 0;
    const int n = up ? value.power : -value.power;
    const PartizanId x = number(value.number);
    const auto made = [&](bool left_is_near, Ids near, PartizanId far) {
        std::sort(near.begin(), near.end());
        return left_is_near ? intern(near, {&far, 1}) : intern({&far, 1}, near);
    };
    // x + the sum of the first k powers + *m is {x + the sum of the first k-1 powers + *m | x + *(m xor 1)}. For m = 1
    // it is {x, x + the sum of the first k-1 powers + * | x}.
    const auto sum_above = [&](int k, bool of_ups, unsigned m) {
        PartizanId g = uptimal_above(x, of_ups ? 1 : -1, m);
        const PartizanId star = uptimal_above(x, 0, m ^ 1U);
        for (int i = 2; i <= k; ++i) g = m == 1 ? made(of_ups, {x, g}, x) : made(of_ups, {g}, star);
        return g;
    };
    if (value.sum || n == 1) return sum_above(n, up, value.nimber);
    // The second and higher powers are so small that Left may move to x + *m for each m up to the nimber.
    Ids near;
    for (unsigned m = 0; m <= value.nimber; ++m) near.push_back(uptimal_above(x, 0, m));
    return made(up, near, sum_above(n - 1, !up, value.nimber ^ 1U));
}

}  // namespace mexbase
