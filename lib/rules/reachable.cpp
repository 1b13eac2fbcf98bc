// SPDX-License-Identifier: MIT
// Implements `Game::for_each_reachable`.
#include <algorithm>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "../error.hpp"
#include "game.hpp"
#include "reached_states.hpp"

namespace mexbase {

namespace {

class SettledCounts {
  public:
    /// Counts `count` more positions of a value. For a new value, `text()` returns the text of an example.
    template <class Text>
    ReachedSettled& add(const OutcomeValue& value, std::uint64_t count, const Text& text) {
        auto known =
            std::find_if(found_.begin(), found_.end(), [&](const ReachedSettled& each) { return each.value == value; });
        if (known == found_.end()) known = found_.insert(known, {value, 0, text()});
        known->count += count;
        return *known;
    }
    /// Counts a position unless its text was counted before. Keeps the smallest text as the example. Thread-safe.
    void count_text(const OutcomeValue& value, const std::string& text) {
        const std::lock_guard lock(mutex_);
        if (!texts_.insert(text).second) return;
        std::string& example = add(value, 1, [&text] { return text; }).example;
        example = std::min(example, text);
    }
    std::vector<ReachedSettled> take() { return std::move(found_); }

  private:
    std::vector<ReachedSettled> found_;
    std::unordered_set<std::string> texts_;
    std::mutex mutex_;  // guards `found_` and `texts_`
};

class ReachableSearch {
  public:
    ReachableSearch(const Game& game, unsigned threads)
        : game_(game),
          images_(std::max(1U, game.facts().images)),
          is_plain_(game.facts().images == 0 && !game.facts().has.settled_options),
          composes_(game.facts().has.compose),
          numbers_(std::max(game.size(), game.facts().numbers)),
          states_(game.size(), numbers_, images_, game.partizan() ? 2 : 1, threads) {
        for (unsigned g = 0; composes_ && g < images_; ++g)
            for (unsigned h = 0; h < images_; ++h) composed_.push_back(game.compose(g, h));
    }

    void run(const ResolvedPosition& start, Player first) {
        if (start.place.settled) return settled_.count_text(*start.place.settled, start.text);
        states_.run(start.index(), is_plain_ ? 0 : game_.read_seen(start.text).image, first,
                    [this](Worker& worker, Index index, Player mover, std::vector<unsigned>& images) {
                        leave(worker, index, mover, images);
                    });
    }

    void report(const EachReached& f) const {
        states_.for_each_seen(0, game_.size(), [&](Index index, Player mover, std::vector<unsigned>& images) {
            drop_doubles(index, images);
            f(ReachedIndex{index, mover, images.size(), images.front()});
        });
    }

    std::vector<ReachedSettled> settled() {
        states_.for_each_seen(game_.size(), numbers_, [&](Index number, Player, std::vector<unsigned>& images) {
            drop_doubles(number, images);
            settled_.add(game_.numbered_value(number), images.size(),
                         [&] { return game_.format_numbered(number, images.front()); });
        });
        return settled_.take();
    }

  private:
    using Worker = detail::ReachedStates::Worker;

    /// Drops images that are the same position as a smaller image. This happens only with composed images.
    void drop_doubles(Index number, std::vector<unsigned>& images) const {
        if (composes_ && game_.has_equal_images(number))
            std::erase_if(images, [&](unsigned g) { return game_.least_image(number, g) != g; });
    }
    /// Replaces each image by the smallest image that is the same position; removes it if the smallest was seen before.
    void make_least(Index index, Player mover, std::vector<unsigned>& images) {
        if (!game_.has_equal_images(index)) return;
        std::erase_if(images, [&](unsigned& g) {
            const unsigned least = game_.least_image(index, g);
            if (std::exchange(g, least) == least) return false;
            return !states_.see(index, least, mover);
        });
    }

    /// Follows the moves from the newly reached images (positions that the index stands for).
    void leave(Worker& worker, Index index, Player mover, std::vector<unsigned>& images) {
        if (is_plain_) {
            game_.options(index, mover, worker.options);
            for (const Index to : worker.options) worker.mark(to, 0, other(mover));
            return;
        }
        if (composes_) make_least(index, mover, images);
        worker.begin(images);
        const auto mark_composed = [&](Index number, unsigned image) {
            worker.mark_composed(number, image, other(mover),
                                 [this](unsigned g, unsigned h) { return composed_[g * images_ + h]; });
        };
        if (game_.facts().numbers != 0) {
            game_.numbered_moves(index, mover, worker.moves);
            for (std::size_t k = 0; k < worker.moves.size(); k += 2)
                mark_composed(worker.moves[k], static_cast<unsigned>(worker.moves[k + 1]));
        } else if (composes_ && !has_settled_option(index, mover)) {
            constexpr unsigned itself = 0;
            game_.for_each_seen_move(
                index, {&itself, 1}, mover, SeenDetail::image,
                [&](const SeenPosition& to, std::string_view) { mark_composed(to.index, to.image); });
        } else {
            game_.for_each_seen_move(index, images, mover, SeenDetail::image,
                                     [&](const SeenPosition& to, std::string_view) {
                                         if (to.settled)
                                             settled_.count_text(*to.settled, to.text);
                                         else
                                             worker.mark(to.index, to.image, other(mover));
                                     });
        }
    }

    /// Returns true if an option has no index, and so no image number. The moves of each image must then be listed.
    bool has_settled_option(Index index, Player mover) const {
        std::vector<OutcomeValue> values;
        if (game_.traits().unindexed) game_.settled_options(index, mover, values);
        return !values.empty();
    }

    const Game& game_;
    unsigned images_;
    bool is_plain_;  // every position has its own index
    bool composes_;
    Index numbers_;
    std::vector<unsigned> composed_;  // [images_ * g + h] is g after h
    detail::ReachedStates states_;
    SettledCounts settled_;
};

}  // namespace

std::vector<ReachedSettled> Game::for_each_reachable(Player first, unsigned threads, const EachReached& f) const {
    if (!facts_.has.start) detail::throw_no_start(family());
    if (!whole() || (facts_.has.settled_options && !names_moves()))
        throw Error(ErrorCode::not_applicable, "cannot list the reachable positions of " + std::string{family()} +
                                                   ": its moves lead to sums, or to "
                                                   "positions without a text");
    if (!partizan()) first = Player::left;
    ReachableSearch search(*this, threads);
    search.run(read("start", true), first);
    search.report(f);
    return search.settled();
}

}  // namespace mexbase
