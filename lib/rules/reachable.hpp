/// \file
/// What play from the start can reach, where an index stands for several positions or some positions have none: see
/// `Game::for_each_reachable`, which does the rest.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "numbered_moves.hpp"
#include "reached_states.hpp"
#include "ruleset.hpp"

namespace mexbase {

namespace detail {

/// What rules say in the search: all else of it is the same for all games.
template <NamesMoves R>
    requires(HasImages<R> || HasSettledOptions<R>)
class Exploration {
  public:
    Exploration(const R& rules, unsigned threads)
        : rules_(rules),
          images_(images(rules)),
          states_(rules.size(), numbers(rules), images_, is_partizan(rules) ? 2 : 1, threads) {}

    void run(const typename R::Position& start, Player first) {
        if constexpr (HasSettledOptions<R>) {
            if (const auto value = rules_.settled(start)) return settled_.meet(*value, rules_.format(start));
        }
        states_.run(rules_.rank(start), image_of(start), first,
                    [this](Worker& worker, Index index, Player mover, std::vector<unsigned>& images) {
                        leave(worker, index, mover, images);
                    });
    }

    /// Calls `f` with every index reached, in order.
    template <class F>
    void report(F&& f) const {
        states_.for_each_seen(0, rules_.size(), [&](Index index, Player mover, std::vector<unsigned>& images) {
            drop_doubles(index, images);
            f(ReachedIndex{index, mover, images.size(), images.front()});
        });
    }

    /// What is reached and has no index.
    std::vector<ReachedSettled> settled() {
        if constexpr (NumbersMoves<R>)
            states_.for_each_seen(
                rules_.size(), rules_.numbers(), [&](Index number, Player, std::vector<unsigned>& images) {
                    drop_doubles(number, images);
                    settled_.add(rules_.numbered_value(number), images.size(),
                                 [&] { return rules_.format(rules_.numbered(number, images.front())); });
                });
        return settled_.take();
    }

  private:
    using Position = typename R::Position;
    using Worker = ReachedStates::Worker;

    static unsigned images([[maybe_unused]] const R& rules) {
        if constexpr (HasImages<R>)
            return rules.images();
        else
            return 1;
    }
    static Index numbers(const R& rules) {
        if constexpr (NumbersMoves<R>)
            return rules.numbers();
        else
            return rules.size();
    }
    unsigned image_of([[maybe_unused]] const Position& p) const {
        if constexpr (HasImages<R>)
            return rules_.image(p);
        else
            return 0;
    }
    auto composition() const {
        return [this](unsigned g, unsigned h) { return rules_.compose(g, h); };
    }
    /// The least image of a number that is the same position as image `g`.
    unsigned least_image(Index number, unsigned g) const {
        if constexpr (NumbersMoves<R>)
            return rules_.least_image(number, g);
        else
            return image_of(rules_.position(number, g));
    }
    /// Whether two images of a number may be one position.
    bool is_symmetric(Index number) const {
        if constexpr (!NumbersMoves<R> && std::equality_comparable<Position>) {
            const Position first = rules_.position(number, 0);
            for (unsigned g = 1; g < images_; ++g)
                if (rules_.position(number, g) == first) return true;
        } else {
            for (unsigned g = 1; g < images_; ++g)
                if (least_image(number, g) != g) return true;
        }
        return false;
    }
    /// What was composed may be two numbers of one position.
    void drop_doubles([[maybe_unused]] Index number, [[maybe_unused]] std::vector<unsigned>& images) const {
        if constexpr (composes<R>)
            if (is_symmetric(number)) std::erase_if(images, [&](unsigned g) { return least_image(number, g) != g; });
    }
    /// What was composed may be another number of its position: replaces it by the least, and drops it if that was seen
    /// before.
    void make_least(Index index, Player mover, std::vector<unsigned>& images) {
        if (!is_symmetric(index)) return;
        std::erase_if(images, [&](unsigned& g) {
            const unsigned least = least_image(index, g);
            if (std::exchange(g, least) == least) return false;
            return !states_.see(index, least, mover);
        });
    }

    /// Goes on from the positions of an index that are new.
    void leave(Worker& worker, Index index, Player mover, std::vector<unsigned>& images) {
        if constexpr (composes<R>) make_least(index, mover, images);
        const Position p = rules_.unrank(index);
        if constexpr (HasTerminal<R>) {
            if (rules_.terminal(index, p, mover)) return;
        }
        worker.begin(images);
        if constexpr (NumbersMoves<R>) {
            rules_.for_each_numbered_move(index, p, mover, [&](Index to, unsigned h) {
                worker.mark_composed(to, h, other(mover), composition());
            });
        } else {
            if constexpr (composes<R>) {
                if (!has_settled_option(index, mover, p)) {
                    rules_.for_each_named_move(p, mover, [&](const Position& q, std::string_view) {
                        worker.mark_composed(rules_.rank(q), rules_.image(q), other(mover), composition());
                    });
                    return;
                }
            }
            for (const unsigned g : images)
                rules_.for_each_named_move(position_of(index, g), mover, [&](const Position& to, std::string_view) {
                    arrive(worker, to, other(mover));
                });
        }
    }

    Position position_of(Index index, [[maybe_unused]] unsigned image) const {
        if constexpr (HasImages<R>)
            return rules_.position(index, image);
        else
            return rules_.unrank(index);
    }
    /// Those have texts and no numbers, so that they are met in each image.
    bool has_settled_option([[maybe_unused]] Index index, [[maybe_unused]] Player mover,
                            [[maybe_unused]] const Position& p) const {
        bool any = false;
        if constexpr (HasSettledOptions<R>)
            rules_.for_each_settled_option(index, p, mover, [&any](const OutcomeValue&) { any = true; });
        return any;
    }

    void arrive(Worker& worker, const Position& to, Player mover) {
        if constexpr (HasSettledOptions<R>) {
            if (const auto value = rules_.settled(to)) return settled_.meet(*value, rules_.format(to));
        }
        worker.mark(rules_.rank(to), image_of(to), mover);
    }

    const R& rules_;
    unsigned images_;
    ReachedStates states_;
    SettledCounts settled_;
};

}  // namespace detail

}  // namespace mexbase
