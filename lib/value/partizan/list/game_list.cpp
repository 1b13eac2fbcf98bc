#include "game_list.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "../../../error.hpp"

namespace mexbase {
namespace {

using Ids = std::vector<PartizanId>;

/// Makes the games of one list.
class Loader {
  public:
    Loader(GameArena& arena, const GameList& list) : arena_(arena), list_(list) {}
    Ids load();

  private:
    [[noreturn]] void fail(const std::string& why) const {
        throw Error(ErrorCode::corrupt, "value " + std::to_string(ids_.size()) + " of the list " + why);
    }
    void check_options();
    void read(std::span<const std::uint32_t> numbers, Ids& options) const;
    PartizanId make();
    bool has_options(PartizanId g);

    GameArena& arena_;
    const GameList& list_;
    Ids ids_;           // by number, of the games so far
    Ids left_, right_;  // of the next game
};

void Loader::check_options() {
    const GameList::Game& game = list_.games[ids_.size()];
    const std::uint64_t room = list_.options.size();
    if (game.first > room || std::uint64_t{game.lefts} + game.rights > room - game.first)
        fail("has options out of range");
    if (game.weight != GameList::none && game.weight >= list_.games.size()) fail("has an atomic weight out of range");
}

void Loader::read(std::span<const std::uint32_t> numbers, Ids& options) const {
    options.clear();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] >= ids_.size()) fail("has an option that does not come before it");
        if (i > 0 && numbers[i] <= numbers[i - 1]) fail("has options that are not in ascending order");
        options.push_back(ids_[numbers[i]]);
    }
    std::sort(options.begin(), options.end());
}

/// A number is not made of its options: the arena would keep them in a second place.
PartizanId Loader::make() {
    std::optional<DyadicBound> low;
    std::optional<DyadicBound> high;
    const auto bound = [&](const Ids& options, std::optional<DyadicBound>& result) {
        if (options.empty()) return true;
        const std::optional<Dyadic> number = arena_.number_of(options[0]);
        if (number) result = {*number, false};
        return number && options.size() == 1;
    };
    if (bound(left_, low) && bound(right_, high) && (!low || !high || low->number < high->number))
        return arena_.number(simplest_between(low, high));
    return arena_.make(left_, right_);
}

bool Loader::has_options(PartizanId g) {
    if (const std::optional<Dyadic> x = arena_.number_of(g)) {
        const auto is_only = [&](const Ids& options, const std::optional<Dyadic>& option) {
            return options.size() == (option ? 1 : 0) && (!option || arena_.number_of(options[0]) == option);
        };
        return is_only(left_, x->left_option()) && is_only(right_, x->right_option());
    }
    const auto are = [](std::span<const PartizanId> options, const Ids& wanted) {
        return std::equal(options.begin(), options.end(), wanted.begin(), wanted.end());
    };
    return are(arena_.left_of(g), left_) && are(arena_.right_of(g), right_);
}

Ids Loader::load() {
    std::vector<bool> seen;
    OptionPairs pairs;
    for (std::uint32_t n = 0; n < list_.games.size(); ++n) {
        check_options();
        if (!pairs.add(list_.games[n].lefts, list_.games[n].rights)) fail("makes it too intricate");
        read(list_.left(n), left_);
        read(list_.right(n), right_);
        PartizanId g = 0;
        try {
            g = make();
        } catch (const Error& error) {
            if (error.code() != ErrorCode::not_applicable) throw;
            fail(std::string("is out of bounds: ") + error.what());
        }
        if (!has_options(g)) fail("is not in canonical form");
        if (g >= seen.size()) seen.resize(std::max<std::size_t>(arena_.size(), 2 * seen.size()));
        if (seen[g]) fail("is there before");
        seen[g] = true;
        if (list_.games[n].weight != GameList::none && !arena_.is_all_small(g))
            fail("has an atomic weight and is not all-small");
        ids_.push_back(g);
    }
    return std::move(ids_);
}

}  // namespace

std::vector<PartizanId> load_games(GameArena& arena, const GameList& list) {
    if (list.games.size() >= GameList::none)
        throw Error(ErrorCode::corrupt, "a list of values has at most 2^32 - 2 of them");
    return Loader(arena, list).load();
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
        throw Error(ErrorCode::not_applicable, "a list of values takes no number that is more than 2^20 moves deep");
    steps_.push_back({Step::append, g});
    // What is done first goes on the stack last.
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
        throw Error(ErrorCode::not_applicable, "the values have too many options for a table to hold them");
    list_.games.push_back(game);
    games_.push_back(g);
    if (g >= numbers_.size()) numbers_.resize(std::max<std::size_t>(arena_->size(), g + 1), GameList::none);
    numbers_[g] = static_cast<std::uint32_t>(games_.size() - 1);
    if (const std::optional<PartizanId> weight = arena_->atomic_weight(g)) {
        steps_.push_back({Step::weigh, g});
        steps_.push_back({Step::follow, *weight});
    }
}

GameList GameNumbering::take() {
    GameList list = std::move(list_);
    *this = GameNumbering(*arena_);
    return list;
}

}  // namespace mexbase
