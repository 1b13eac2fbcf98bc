// SPDX-License-Identifier: MIT
#include "game_list.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "../../../error.hpp"

namespace mexbase {

namespace {

using Ids = std::vector<PartizanId>;

[[noreturn]] void fail(std::size_t value, const std::string& why) {
    throw Error(ErrorCode::corrupt, "value " + std::to_string(value) + " of the table's list of values " + why);
}

/// Returns the game with these options. A number is made from its value, because `make` would store its options again.
PartizanId make_of(GameArena& arena, const Ids& left, const Ids& right) {
    std::optional<DyadicBound> low;
    std::optional<DyadicBound> high;
    const auto bound = [&](const Ids& options, std::optional<DyadicBound>& result) {
        if (options.empty()) return true;
        const std::optional<Dyadic> number = arena.number_of(options[0]);
        if (number) result = {*number, false};
        return number && options.size() == 1;
    };
    if (bound(left, low) && bound(right, high) && (!low || !high || low->number < high->number))
        return arena.number(simplest_between(low, high));
    return arena.make(left, right);
}

bool has_options(GameArena& arena, PartizanId g, const Ids& left, const Ids& right) {
    if (const std::optional<Dyadic> x = arena.number_of(g)) {
        const auto is_only = [&](const Ids& options, const std::optional<Dyadic>& option) {
            return options.size() == (option ? 1 : 0) && (!option || arena.number_of(options[0]) == option);
        };
        return is_only(left, x->left_option()) && is_only(right, x->right_option());
    }
    const auto are = [](std::span<const PartizanId> options, const Ids& wanted) {
        return std::equal(options.begin(), options.end(), wanted.begin(), wanted.end());
    };
    return are(arena.left_of(g), left) && are(arena.right_of(g), right);
}

}  // namespace

PartizanId GameMaker::make(std::uint32_t value, Ids& left, Ids& right, bool weighed) {
    if (!pairs_.add(left.size(), right.size())) fail(value, "has so many options that the list is too costly to check");
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    PartizanId g = 0;
    try {
        g = make_of(*arena_, left, right);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::not_applicable) throw;
        fail(value, std::string("is out of bounds: ") + error.what());
    }
    if (!has_options(*arena_, g, left, right)) fail(value, "is not in canonical form");
    if (g >= seen_.size()) seen_.resize(std::max<std::size_t>(arena_->size(), 2 * seen_.size()));
    if (seen_[g]) fail(value, "repeats an earlier value");
    seen_[g] = true;
    if (weighed && !arena_->is_all_small(g)) fail(value, "has an atomic weight, but is not all-small");
    return g;
}

std::vector<PartizanId> load_games(GameArena& arena, const GameList& list) {
    if (list.games.size() >= GameList::none)
        throw Error(ErrorCode::corrupt, "the table's list of values has more than 2^32 - 2 values");
    GameMaker maker(arena);
    Ids ids, left, right;  // ids by number, of the games so far
    const auto read = [&](std::span<const std::uint32_t> numbers, Ids& options) {
        options.clear();
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (numbers[i] >= ids.size()) fail(ids.size(), "has an option that does not come before it");
            if (i > 0 && numbers[i] <= numbers[i - 1]) fail(ids.size(), "has options that are not in ascending order");
            options.push_back(ids[numbers[i]]);
        }
    };
    for (std::uint32_t n = 0; n < list.games.size(); ++n) {
        const GameList::Game& game = list.games[n];
        const std::uint64_t options = list.options.size();
        if (game.first > options || std::uint64_t{game.lefts} + game.rights > options - game.first)
            fail(n, "has options out of range");
        if (game.weight != GameList::none && game.weight >= list.games.size())
            fail(n, "has an atomic weight out of range");
        read(list.left(n), left);
        read(list.right(n), right);
        ids.push_back(maker.make(n, left, right, game.weight != GameList::none));
    }
    return ids;
}

GameNumbering::GameNumbering(GameArena& arena, GameList list, std::vector<PartizanId> games)
    : arena_(&arena), list_(std::move(list)), games_(std::move(games)), numbers_(arena.size(), GameList::none) {
    for (std::size_t n = 0; n < games_.size(); ++n) numbers_[games_[n]] = static_cast<std::uint32_t>(n);
    for (const GameList::Game& game : list_.games) pairs_.add(game.lefts, game.rights);
}

std::uint32_t GameNumbering::number(PartizanId g) {
    if (const std::uint32_t n = known(g); n != GameList::none) return n;
    const std::size_t games = games_.size();
    const std::size_t options = list_.options.size();
    const OptionPairs pairs = pairs_;
    try {
        walk(g);
    } catch (...) {
        for (std::size_t n = games; n < games_.size(); ++n) numbers_[games_[n]] = GameList::none;
        games_.resize(games);
        list_.games.resize(games);
        list_.options.resize(options);
        pairs_ = pairs;
        throw;
    }
    return numbers_[g];
}

void GameNumbering::walk(PartizanId g) {
    steps_.assign(1, {Step::follow, g});
    while (!steps_.empty()) {
        const Step step = steps_.back();
        steps_.pop_back();
        if (step.kind == Step::follow) {
            if (known(step.game) == GameList::none) follow(step.game);
        } else if (step.kind == Step::append) {
            append(step.game);
        } else {
            list_.games[numbers_[step.game]].weight = numbers_[*arena_->atomic_weight(step.game)];
        }
    }
}

void GameNumbering::follow(PartizanId g) {
    if (const std::optional<Dyadic> x = arena_->number_of(g); x && x->birthday() > most_number_birthday)
        throw Error(ErrorCode::not_applicable, "a table cannot store a number that is more than 2^20 moves deep");
    steps_.push_back({Step::append, g});
    // The task to do first is pushed last.
    for (const bool left : {false, true}) {
        const std::span<const PartizanId> options = left ? arena_->left_options(g) : arena_->right_options(g);
        const std::size_t first = steps_.size();
        for (const PartizanId option : options) steps_.push_back({Step::follow, option});
        if (steps_.size() - first > 1)
            std::sort(steps_.begin() + static_cast<std::ptrdiff_t>(first), steps_.end(),
                      [&](const Step& a, const Step& b) {
                          return arena_->fingerprint(a.game) > arena_->fingerprint(b.game);
                      });
    }
}

void GameNumbering::append(PartizanId g) {
    GameList::Game game;
    game.first = list_.options.size();
    const auto add = [&](std::span<const PartizanId> options) {
        for (const PartizanId option : options) list_.options.push_back(numbers_[option]);
        std::sort(list_.options.end() - static_cast<std::ptrdiff_t>(options.size()), list_.options.end());
        return static_cast<std::uint32_t>(options.size());
    };
    game.lefts = add(arena_->left_options(g));
    game.rights = add(arena_->right_options(g));
    if (!pairs_.add(game.lefts, game.rights))
        throw Error(ErrorCode::not_applicable, "the values have too many options to be stored in a table");
    list_.games.push_back(game);
    games_.push_back(g);
    if (g >= numbers_.size()) numbers_.resize(std::max<std::size_t>(arena_->size(), g + 1), GameList::none);
    numbers_[g] = static_cast<std::uint32_t>(games_.size() - 1);
    if (arena_->is_all_small(g)) {
        const PartizanId weight = *arena_->atomic_weight(g);
        steps_.push_back({Step::weigh, g});
        steps_.push_back({Step::follow, weight});
    }
}

GameList GameNumbering::take() {
    GameList list = std::move(list_);
    *this = GameNumbering(*arena_);
    return list;
}

}  // namespace mexbase
