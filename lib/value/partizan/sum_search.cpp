// SPDX-License-Identifier: MIT
#include "sum_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "../../error.hpp"
#include "../../splitmix64.hpp"
#include "../../time_limit.hpp"

namespace mexbase {

namespace {

/// Maximum number of followers of an incentive (the gain of a move). Moves with larger incentives are not compared.
constexpr std::size_t most_compared = 256;
/// Cost of caching the result of one sum, in search steps. It stands for the memory that the result takes.
constexpr std::uint64_t cost_of_a_sum = 32;
/// Maximum depth, in moves, of a game whose mean is computed: its thermograph may have a point per move.
constexpr unsigned deepest_tempered = 256;

double rough(const Dyadic& number) {
    return std::ldexp(static_cast<double>(number.numerator()), -static_cast<int>(number.exponent()));
}

}  // namespace

std::size_t SumSearch::SumHash::operator()(const Sum& sum) const {
    std::uint64_t hash = splitmix64(sum.uptimal);
    for (const PartizanId g : sum.others) hash = splitmix64(hash + g);
    return static_cast<std::size_t>(hash);
}

void SumSearch::spend(std::uint64_t steps) {
    check_time_limit();
    if (steps_ < steps) {
        steps_ = 0;
        throw Error(ErrorCode::not_applicable,
                    "cannot decide who wins the sum: the search would take more steps than allowed");
    }
    steps_ -= steps;
}

void SumSearch::add(Sum& sum, PartizanId game) {
    if (arena_->uptimal_of(game)) {
        sum.uptimal = arena_->sum(sum.uptimal, game);
        return;
    }
    const PartizanId negative = arena_->negative(game);
    if (const auto it = std::lower_bound(sum.others.begin(), sum.others.end(), negative);
        it != sum.others.end() && *it == negative)
        sum.others.erase(it);
    else
        sum.others.insert(std::lower_bound(sum.others.begin(), sum.others.end(), game), game);
}

SumSearch::Sum SumSearch::after(const Sum& sum, const Move& move) {
    Sum result = sum;
    if (move.from == sum.uptimal)
        result.uptimal = GameArena::zero;
    else
        result.others.erase(std::lower_bound(result.others.begin(), result.others.end(), move.from));
    add(result, move.to);
    return result;
}

void SumSearch::add_up_simple_games(Sum& sum) {
    if (sum.others.size() < 2) return;
    std::vector<std::pair<std::size_t, PartizanId>> games;
    for (const PartizanId g : sum.others) {
        const bool again = !games.empty() && games.back().second == g;
        games.emplace_back(again ? games.back().first : arena_->followers(g, follower_limit_), g);
        spend(games.back().first);
    }
    std::sort(games.begin(), games.end());
    Sum result;
    result.uptimal = sum.uptimal;
    std::pair<std::size_t, PartizanId> so_far{0, GameArena::zero};
    for (const auto& [size, g] : games) {
        if (so_far.first * size > follower_limit_) {
            add(result, so_far.second);
            so_far = {size, g};
            continue;
        }
        const PartizanId total = arena_->sum(so_far.second, g);
        so_far = {arena_->followers(total, follower_limit_), total};
    }
    add(result, so_far.second);
    sum = std::move(result);
}

/// Returns the incentive (gain) of a move: `to` - `from` for Left, `from` - `to` for Right. Returns `no_incentive` if a
/// game has too many followers.
PartizanId SumSearch::incentive(PartizanId from, PartizanId to, Player mover) {
    if (!facts(from).has_few_followers) return no_incentive;
    const auto [it, fresh] = incentives_.try_emplace(std::uint64_t{from} << 32 | to, no_incentive);
    if (fresh) {
        spend(follower_limit_ * follower_limit_);
        const PartizanId gain = arena_->difference(to, from);
        if (arena_->followers(gain, most_compared) <= most_compared) it->second = gain;
    }
    if (it->second == no_incentive || mover == Player::left) return it->second;
    return arena_->negative(it->second);
}

void SumSearch::drop_dominated(std::vector<Move>& moves) {
    std::vector<Move> kept;
    const auto at_most = [this](const Move& a, const Move& b) {
        return a.incentive != no_incentive && b.incentive != no_incentive && arena_->leq(a.incentive, b.incentive);
    };
    for (const Move& move : moves) {
        spend(1 + kept.size());
        if (std::any_of(kept.begin(), kept.end(), [&](const Move& better) { return at_most(move, better); })) continue;
        std::erase_if(kept, [&](const Move& worse) { return at_most(worse, move); });
        kept.push_back(move);
    }
    moves = std::move(kept);
}

const SumSearch::Facts& SumSearch::facts(PartizanId game) {
    if (const auto it = facts_.find(game); it != facts_.end()) return it->second;
    Facts f;
    f.left_stop = arena_->left_stop(game);
    f.right_stop = arena_->right_stop(game);
    const OutcomeClass outcome = arena_->outcome(game);
    f.at_least_zero = outcome == OutcomeClass::previous || outcome == OutcomeClass::left;
    f.at_most_zero = outcome == OutcomeClass::previous || outcome == OutcomeClass::right;
    f.has_few_followers = arena_->followers(game, follower_limit_) <= follower_limit_;
    // The atomic weights of other games do not decide sums as weights of all-small games do.
    if (arena_->is_all_small(game)) f.weight = arena_->number_of(*arena_->atomic_weight(game));
    if (arena_->depth(game) <= deepest_tempered) {
        try {
            f.mean = thermographs_.mean(game);
            f.temperature = thermographs_.temperature(game);
            f.tempered = true;
        } catch (const Error&) {
            // A number of the thermograph is out of the bounds of `Dyadic`. `tempered` stays false.
        }
    }
    return facts_.emplace(game, f).first->second;
}

/// Returns true if `mover` wins, false if the opponent wins, or `std::nullopt` if the bounds on the sum do not decide.
/// If `mover` is Right, the games are negated, so that Left moves.
std::optional<bool> SumSearch::decided_by_bounds(const Sum& sum, Player mover) {
    const bool left = mover == Player::left;
    std::size_t games = 0, not_at_least = 0, not_at_most = 0;
    bool one_fuzzy = false, weighed = true, tempered = true;
    // `high` is the sum of the games' stops if `mover` begins in each game, and `low` if the opponent does.
    Dyadic high, low, mean, weight;
    Dyadic widest, temperature;
    const auto look = [&](PartizanId g) {
        const Facts& f = facts(g);
        ++games;
        const bool at_least = left ? f.at_least_zero : f.at_most_zero;
        const bool at_most = left ? f.at_most_zero : f.at_least_zero;
        not_at_least += at_least ? 0 : 1;
        not_at_most += at_most ? 0 : 1;
        if (!at_least) one_fuzzy = !at_most;
        const Dyadic far = left ? f.left_stop : -f.right_stop;
        const Dyadic near = left ? f.right_stop : -f.left_stop;
        high = high + far;
        low = low + near;
        widest = std::max(widest, far - near);
        if (f.weight)
            weight = weight + (left ? *f.weight : -*f.weight);
        else
            weighed = false;
        if (f.tempered) {
            mean = mean + (left ? f.mean : -f.mean);
            temperature = std::max(temperature, f.temperature);
        } else {
            tempered = false;
        }
    };
    if (sum.uptimal != GameArena::zero) look(sum.uptimal);
    for (const PartizanId g : sum.others) look(g);

    if (games == 0 || not_at_most == 0) return false;  // the sum is at most 0
    if (not_at_least == 0) return true;                // the sum is above 0
    if (not_at_least == 1 && one_fuzzy) return true;
    if (games == 1) return false;
    const Dyadic zero;
    // Bounds for games G and H with Left stops L and Right stops R: R(G) + R(H) <= R(G + H) <= L(G) + R(H) <= L(G + H)
    // <= L(G) + L(H).
    if (low + widest > zero) return true;
    if (high < zero) return false;
    // The Left stop is between the mean and the mean plus the temperature. No sum is hotter than its hottest part.
    if (tempered && mean > zero) return true;
    if (tempered && mean + temperature < zero) return false;
    // Only all-small games have atomic weights. A total of at least 2 always wins, and 1 wins if the player moves first
    // (Winning Ways, chapter 8).
    if (weighed && weight >= Dyadic(1)) return true;
    if (weighed && weight <= Dyadic(-2)) return false;
    return std::nullopt;
}

std::optional<bool> SumSearch::known(const Sum& sum, Player mover) {
    spend(4 + sum.others.size());
    if (const auto result = decided_by_bounds(sum, mover)) return result;
    const auto it = known_.find(sum);
    const unsigned bit = mover == Player::left ? 0 : 1;
    if (it == known_.end() || (it->second >> bit & 1) == 0) return std::nullopt;
    return (it->second >> (bit + 2) & 1) != 0;
}

void SumSearch::remember(const Sum& sum, Player mover, bool wins) {
    spend(cost_of_a_sum);
    const unsigned bit = mover == Player::left ? 0 : 1;
    known_[sum] |= static_cast<Known>(1U << bit | (wins ? 1U : 0U) << (bit + 2));
}

std::vector<SumSearch::Move> SumSearch::moves_of(const Sum& sum, Player mover) {
    const bool left = mover == Player::left;
    std::vector<Move> moves;
    const auto list = [&](PartizanId g) {
        const auto options = left ? arena_->left_options(g) : arena_->right_options(g);
        const std::vector<PartizanId> all(options.begin(), options.end());
        const Facts from = facts(g);
        const double heat = from.tempered ? rough(from.temperature) : rough(from.left_stop) - rough(from.right_stop);
        for (const PartizanId to : all) {
            const Facts f = facts(to);
            moves.push_back({g, to, incentive(g, to, mover), heat, left ? rough(f.right_stop) : -rough(f.left_stop)});
        }
    };
    bool tempered = facts(sum.uptimal).tempered;  // true if `decided_by_bounds` can use means
    for (std::size_t i = 0; i < sum.others.size(); ++i) {
        tempered = tempered && facts(sum.others[i]).tempered;
        if (i == 0 || sum.others[i] != sum.others[i - 1]) list(sum.others[i]);
    }
    const bool number = arena_->is_number(sum.uptimal);
    if (!number) list(sum.uptimal);
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Move& a, const Move& b) { return a.heat != b.heat ? a.heat > b.heat : a.gain > b.gain; });
    drop_dominated(moves);
    if (number && !tempered) list(sum.uptimal);
    return moves;
}

std::optional<bool> SumSearch::open(Sum sum, Player mover) {
    Frame frame{std::move(sum), mover, {}, 0};
    for (const Move& move : moves_of(frame.sum, mover)) {
        const auto lost = known(after(frame.sum, move), other(mover));
        if (lost && !*lost) {
            remember(frame.sum, mover, true);
            return true;
        }
        if (!lost) frame.moves.push_back(move);
    }
    if (frame.moves.empty()) {
        remember(frame.sum, mover, false);
        return false;
    }
    frames_.push_back(std::move(frame));
    return std::nullopt;
}

/// Plays a sum; returns true if `mover` wins. Avoids recursion, because plays may be long enough to overflow the stack.
bool SumSearch::play(Sum sum, Player mover) {
    frames_.clear();
    // If `found` is true, `wins` is the result of the last decided sum, for the player who moves in this sum.
    bool found = false, wins = false;
    const auto look = [&](Sum at, Player player) {
        auto result = known(at, player);
        if (!result) result = open(std::move(at), player);
        found = result.has_value();
        wins = result.value_or(false);
    };
    look(std::move(sum), mover);
    while (!frames_.empty()) {
        Frame& top = frames_.back();
        if (found && (!wins || ++top.next == top.moves.size())) {
            wins = !wins;
            remember(top.sum, top.mover, wins);
            frames_.pop_back();
        } else {
            look(after(top.sum, top.moves[top.next]), other(top.mover));
        }
    }
    return wins;
}

bool SumSearch::wins(std::span<const PartizanId> games, Player mover) {
    Sum sum;
    for (const PartizanId g : games) {
        spend(1 + sum.others.size());
        add(sum, g);
    }
    if (const auto result = decided_by_bounds(sum, mover)) return *result;
    add_up_simple_games(sum);
    return play(std::move(sum), mover);
}

OutcomeClass SumSearch::outcome(std::span<const PartizanId> sum) {
    const bool left = wins(sum, Player::left);
    return outcome_class(left, wins(sum, Player::right));
}

}  // namespace mexbase
