/// \file
/// What play from the start can reach: positions as people see them, whose turn it is included.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../error.hpp"
#include "ruleset.hpp"
#include "text_set.hpp"

namespace mexbase {

/// An index that play reaches.
struct ReachedIndex {
    Index index = 0;
    Player mover = Player::left;  ///< who is to move there; always left in impartial games
    std::uint64_t count = 0;      ///< how many positions that it stands for are reached (see `HasImages`)
    unsigned image = 0;           ///< the number of one of them
};

/// Positions without an index that play reaches (see `HasSettledOptions`), all of one value.
struct ReachedSettled {
    OutcomeValue value;
    std::uint64_t count = 0;
    std::string example;  ///< the text of one
};

namespace detail {

/// Breadth-first search over states: an index, one of its images, and in partizan games whose turn it is. Three bits a
/// state, for those seen and for those of this level and of the next; levels are lists of blocks of states, so that a
/// level costs no more than there is in it.
template <Ruleset R>
class Exploration {
  public:
    explicit Exploration(const R& rules) : rules_(rules), movers_(is_partizan(rules) ? 2 : 1) {
        if constexpr (HasImages<R>) images_ = rules.images();
        width_ = std::uint64_t{images_} * movers_;
        if (rules.size() > std::numeric_limits<std::uint64_t>::max() / width_ / 2)
            throw Error(ErrorCode::out_of_memory, "the game has too many positions to explore");
        blocks_ = rules.size() * width_ / block_states + 1;
        for (Bits* bits : {&seen_, &level_, &next_}) bits->resize(blocks_ * block_words);
        is_waiting_.resize(blocks_);
    }

    void run(const typename R::Position& start, Player first) {
        if constexpr (HasSettledOptions<R>) {
            if (const auto value = rules_.settled(start)) return settle(*value, start);
        }
        mark(rules_.rank(start), image_of(start), first);
        std::vector<std::uint64_t> blocks;
        while (!waiting_.empty()) {
            std::swap(level_, next_);
            blocks.clear();
            std::swap(blocks, waiting_);
            std::ranges::sort(blocks);
            for (const std::uint64_t block : blocks) is_waiting_[block] = false;
            for (const std::uint64_t block : blocks)
                for_each_index(level_, block, block + 1,
                               [this](Index index, Player mover, auto& images) { leave(index, mover, images); });
            for (const std::uint64_t block : blocks)
                std::fill_n(level_.begin() + static_cast<std::ptrdiff_t>(block * block_words), block_words, 0);
        }
    }

    /// Calls `f` with every index reached, in order.
    template <class F>
    void report(F&& f) const {
        for_each_index(seen_, 0, blocks_, [&](Index index, Player mover, std::vector<unsigned>& images) {
            if constexpr (composes<R>) {
                // What was composed may be two numbers of one position.
                if (is_symmetric(index))
                    std::erase_if(images, [&](unsigned g) { return image_of(rules_.position(index, g)) != g; });
            }
            f(ReachedIndex{index, mover, images.size(), images.front()});
        });
    }

    std::vector<ReachedSettled> take_settled() { return std::move(settled_); }

  private:
    using Position = typename R::Position;
    using Bits = std::vector<std::uint64_t>;
    static constexpr std::uint64_t block_words = 64, block_states = 64 * block_words;

    unsigned image_of([[maybe_unused]] const Position& p) const {
        if constexpr (HasImages<R>)
            return rules_.image(p);
        else
            return 0;
    }

    /// Calls `f(index, mover, images)` for what `bits` has in these blocks. An index that lies in two may come twice;
    /// not where the blocks are all.
    template <class F>
    void for_each_index(const Bits& bits, std::uint64_t first, std::uint64_t last, F&& f) const {
        std::vector<unsigned> images[2];
        Index index = no_index;
        const auto flush = [&] {
            for (unsigned mover = 0; mover < movers_; ++mover) {
                if (!images[mover].empty()) f(index, static_cast<Player>(mover), images[mover]);
                images[mover].clear();
            }
        };
        for (std::uint64_t word = first * block_words; word < last * block_words; ++word)
            for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
                const std::uint64_t state = word * 64 + static_cast<unsigned>(std::countr_zero(left));
                if (state / width_ != index) {
                    flush();
                    index = state / width_;
                }
                const std::uint64_t at = state % width_;
                images[at % movers_].push_back(static_cast<unsigned>(at / movers_));
            }
        flush();
    }

    std::uint64_t state_of(Index index, unsigned image, Player mover) const {
        return index * width_ + std::uint64_t{image} * movers_ + (movers_ == 2 ? static_cast<unsigned>(mover) : 0);
    }
    /// Whether the state was not seen before.
    bool see(std::uint64_t state) {
        const std::uint64_t bit = std::uint64_t{1} << (state % 64);
        const bool is_new = (seen_[state / 64] & bit) == 0;
        seen_[state / 64] |= bit;
        return is_new;
    }
    void mark(Index index, unsigned image, Player mover) {
        const std::uint64_t state = state_of(index, image, mover);
        if (!see(state)) return;
        next_[state / 64] |= std::uint64_t{1} << (state % 64);
        const std::uint64_t block = state / block_states;
        if (is_waiting_[block]) return;
        is_waiting_[block] = true;
        waiting_.push_back(block);
    }
    void settle(const OutcomeValue& value, const Position& p) {
        const std::string text = rules_.format(p);
        if (!settled_texts_.insert(text)) return;
        const auto known =
            std::ranges::find_if(settled_, [&](const ReachedSettled& each) { return each.value == value; });
        if (known == settled_.end())
            settled_.push_back({value, 1, text});
        else
            ++known->count;
    }

    /// Whether two images of an index may be one position.
    bool is_symmetric(Index index) const {
        const Position first = rules_.position(index, 0);
        for (unsigned g = 1; g < images_; ++g) {
            if constexpr (std::equality_comparable<Position>) {
                if (rules_.position(index, g) == first) return true;
            } else {
                if (rules_.image(rules_.position(index, g)) != g) return true;
            }
        }
        return false;
    }

    /// What was composed may be another number of its position: replaces it by the least, and drops it if that was seen
    /// before.
    void make_least(Index index, Player mover, std::vector<unsigned>& images) {
        if (!is_symmetric(index)) return;
        std::erase_if(images, [&](unsigned& g) {
            const unsigned least = image_of(rules_.position(index, g));
            return std::exchange(g, least) != least && !see(state_of(index, least, mover));
        });
    }

    /// Goes on from the positions of an index that are new on this level.
    void leave(Index index, Player mover, std::vector<unsigned>& images) {
        if constexpr (composes<R>) make_least(index, mover, images);
        const Position p = rules_.unrank(index);
        if constexpr (HasTerminal<R>) {
            if (rules_.terminal(index, p, mover)) return;
        }
        if constexpr (composes<R>) {
            if (!has_settled_option(index, mover, p)) {
                rules_.for_each_named_move(p, mover, [&](const Position& q, std::string_view) {
                    const Index to = rules_.rank(q);
                    const unsigned h = rules_.image(q);
                    for (const unsigned g : images) mark(to, rules_.compose(g, h), other(mover));
                });
                return;
            }
        }
        if constexpr (NamesMoves<R> && (HasImages<R> || HasSettledOptions<R>)) {
            for (const unsigned g : images)
                rules_.for_each_named_move(position_of(index, g), mover,
                                           [&](const Position& to, std::string_view) { arrive(to, other(mover)); });
        } else {
            rules_.for_each_option(index, p, mover, [&](Index to) { mark(to, 0, other(mover)); });
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

    void arrive(const Position& to, Player mover) {
        if constexpr (HasSettledOptions<R>) {
            if (const auto value = rules_.settled(to)) return settle(*value, to);
        }
        mark(rules_.rank(to), image_of(to), mover);
    }

    const R& rules_;
    unsigned images_ = 1;
    unsigned movers_;
    std::uint64_t width_ = 1;  // states an index
    std::uint64_t blocks_ = 0;
    Bits seen_, level_, next_;
    std::vector<bool> is_waiting_;  // blocks with states of the next level
    std::vector<std::uint64_t> waiting_;
    std::vector<ReachedSettled> settled_;
    TextSet settled_texts_;
};

}  // namespace detail

/// Explores what play from the start reaches, `first` to move, and calls `f` with a `ReachedIndex` for every index, in
/// order; returns what has no index. Positions count as people see them: an index counts once for each of its images
/// that is reached (`HasImages`; without images an index is a position), in partizan games once for each player who can
/// be to move there, and a settled position once a text. Positions where play has stopped count and are not left, and
/// moves past a bound lead nowhere.
///
/// It takes three bits for each index and image, and the texts of settled positions. Without `compose` moves are asked
/// for once a position reached, with it once an index and level of the search. Throws `Error{out_of_memory}`.
template <Ruleset R, class F>
    requires HasStart<R> && (NamesMoves<R> || !HasSettledOptions<R>)
std::vector<ReachedSettled> for_each_reachable(const R& rules, Player first, F&& f) {
    detail::Exploration<R> exploration(rules);
    exploration.run(rules.start(), is_partizan(rules) ? first : Player::left);
    exploration.report(f);
    return exploration.take_settled();
}

}  // namespace mexbase
