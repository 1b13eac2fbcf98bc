/// \file
/// What play from the start can reach: positions as people see them, whose turn it is included.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../atomic_word.hpp"
#include "../error.hpp"
#include "../in_threads.hpp"
#include "numbered_moves.hpp"
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

/// Search over states: an image of a number, and in partizan games whose turn it is. Two bits a state, for those seen
/// and those waiting to be left; in no order, for what is reached does not depend on it. Threads take blocks of waiting
/// states in turn, and meet when all have been visited, until none waits any more.
template <Ruleset R>
class Exploration {
  public:
    Exploration(const R& rules, unsigned threads)
        : rules_(rules), numbers_(rules.size()), movers_(is_partizan(rules) ? 2 : 1) {
        if constexpr (HasImages<R>) images_ = rules.images();
        if constexpr (NumbersMoves<R>) numbers_ = rules.numbers();
        shift_ = static_cast<unsigned>(std::bit_width(std::uint64_t{images_} * movers_ - 1));
        if (numbers_ > std::numeric_limits<std::uint64_t>::max() >> (shift_ + 1))
            throw Error(ErrorCode::out_of_memory, "the game has too many positions to explore");
        blocks_ = (rules.size() << shift_) / block_states + 1;
        seen_.resize(static_cast<std::size_t>(std::max((numbers_ << shift_) / 64 + 1, blocks_ * block_words)));
        waiting_.resize(static_cast<std::size_t>(blocks_ * block_words));
        is_waiting_.resize(static_cast<std::size_t>(blocks_));
        threads_ = std::clamp(threads, 1U, 1024U);
    }

    void run(const typename R::Position& start, Player first) {
        if constexpr (HasSettledOptions<R>) {
            if (const auto value = rules_.settled(start)) return settle(*value, start);
        }
        std::vector<std::uint64_t> blocks;
        {
            Worker begin(*this);
            begin.mark(rules_.rank(start), image_of(start), first);
            begin.finish();
        }
        while (!next_.empty()) {
            blocks.clear();
            std::swap(blocks, next_);
            std::sort(blocks.begin(), blocks.end());
            std::atomic<std::size_t> taken = 0;
            in_threads(blocks.size() < alone ? 1 : threads_, [&](unsigned) {
                constexpr std::size_t at_once = 16;
                Worker worker(*this);
                for (std::size_t from; (from = taken.fetch_add(at_once, std::memory_order_relaxed)) < blocks.size();)
                    for (std::size_t k = from; k < std::min(from + at_once, blocks.size()); ++k)
                        worker.visit(blocks[k]);
                worker.finish();
            });
        }
    }

    /// Calls `f` with every index reached, in order.
    template <class F>
    void report(F&& f) const {
        const auto of_word = [this](std::uint64_t word) { return seen_[static_cast<std::size_t>(word)]; };
        for_each_number(of_word, 0, ((rules_.size() << shift_) + 63) / 64,
                        [&](Index index, Player mover, std::vector<unsigned>& images) {
                            if (index >= rules_.size()) return;
                            drop_doubles(index, images);
                            f(ReachedIndex{index, mover, images.size(), images.front()});
                        });
    }

    /// What is reached and has no index.
    std::vector<ReachedSettled> settled() {
        if constexpr (NumbersMoves<R>) {
            const auto of_word = [this](std::uint64_t word) { return seen_[static_cast<std::size_t>(word)]; };
            for_each_number(of_word, (rules_.size() << shift_) / 64, seen_.size(),
                            [&](Index number, Player, std::vector<unsigned>& images) {
                                if (number < rules_.size()) return;
                                drop_doubles(number, images);
                                count_settled(rules_.numbered_value(number), images.size(),
                                              [&] { return rules_.format(rules_.numbered(number, images.front())); });
                            });
        }
        return std::move(settled_);
    }

  private:
    using Position = typename R::Position;
    using Bits = std::vector<std::uint64_t>;
    static constexpr std::uint64_t block_words = 64, block_states = 64 * block_words;
    static constexpr std::size_t alone = 64;  ///< so few blocks are not worth a second thread

    /// What one thread works with.
    class Worker {
      public:
        explicit Worker(Exploration& all) : all_(all) {}

        /// Goes on from what waits in a block. Whoever marks more of it sets the state first, and then looks at the
        /// flag.
        void visit(std::uint64_t block) {
            AtomicWord(all_.is_waiting_[static_cast<std::size_t>(block)]).exchange(0);
            const auto take = [this](std::uint64_t word) {
                AtomicWord bits(all_.waiting_[static_cast<std::size_t>(word)]);
                return bits.load() == 0 ? 0 : bits.exchange(0);
            };
            all_.for_each_number(
                take, block * block_words, (block + 1) * block_words,
                [this](Index index, Player mover, auto& images) { all_.leave(*this, index, mover, images); });
        }

        void mark(Index number, unsigned image, Player mover) {
            const std::uint64_t state = all_.state_of(number, image, mover);
            put(state / 64, std::uint64_t{1} << state % 64);
        }
        /// From now on `mark_composed` is for these images.
        void begin(const std::vector<unsigned>& images) {
            images_ = &images;
            known_ = 0;
        }
        /// The position that has number `number` and image h, in all the images.
        void mark_composed(Index number, unsigned h, Player mover) {
            if (all_.shift_ > 6) {
                for (const unsigned g : *images_) mark(number, all_.composed(g, h), mover);
                return;
            }
            // One h comes with many moves.
            if ((known_ >> h & 1) == 0) {
                known_ |= std::uint64_t{1} << h;
                composed_[h] = 0;
                for (const unsigned g : *images_)
                    composed_[h] |= std::uint64_t{1} << all_.state_of(0, all_.composed(g, h), mover);
            }
            const std::uint64_t first = number << all_.shift_;
            put(first / 64, composed_[h] << first % 64);
        }
        /// Marks what is under way, and hands over which blocks wait now.
        void finish() {
            for (std::size_t k = 0; k < under_way_.size(); ++k) put(0, 0);
            const std::lock_guard lock(all_.meeting_);
            all_.next_.insert(all_.next_.end(), blocks_.begin(), blocks_.end());
        }

      private:
        /// States of one word that are to be marked, once the word has arrived in the cache.
        struct Marks {
            std::uint64_t word = 0, bits = 0;
        };
        void put(std::uint64_t word, std::uint64_t bits) {
            __builtin_prefetch(&all_.seen_[static_cast<std::size_t>(word)], 1);
            Marks& place = under_way_[next_++ % under_way_.size()];
            const Marks due = std::exchange(place, {word, bits});
            if (due.bits != 0) mark_now(due.word, due.bits);
        }
        void mark_now(std::uint64_t word, std::uint64_t bits) {
            const std::uint64_t fresh = all_.see(word, bits);
            if (fresh == 0 || word >= all_.waiting_.size()) return;
            AtomicWord(all_.waiting_[static_cast<std::size_t>(word)]).fetch_or(fresh);
            const std::uint64_t block = word / block_words;
            AtomicWord flag(all_.is_waiting_[static_cast<std::size_t>(block)]);
            if (flag.load() == 0 && flag.exchange(1) == 0) blocks_.push_back(block);
        }

        Exploration& all_;
        std::array<Marks, 32> under_way_{};
        std::size_t next_ = 0;
        std::vector<std::uint64_t> blocks_;  ///< that this made wait
        const std::vector<unsigned>* images_ = nullptr;
        std::array<std::uint64_t, 64> composed_{};  ///< by h, the states of number 0 that are marked for it
        std::uint64_t known_ = 0;                   ///< for which h
    };

    unsigned image_of([[maybe_unused]] const Position& p) const {
        if constexpr (HasImages<R>)
            return rules_.image(p);
        else
            return 0;
    }
    unsigned composed([[maybe_unused]] unsigned g, [[maybe_unused]] unsigned h) const {
        if constexpr (composes<R>)
            return rules_.compose(g, h);
        else
            return h;
    }

    /// Calls `f(number, mover, images)` for the bits of these words. A number that lies in two stretches of words may
    /// come twice; not where they are all.
    template <class OfWord, class F>
    void for_each_number(const OfWord& of_word, std::uint64_t first, std::uint64_t last, F&& f) const {
        std::array<std::vector<unsigned>, 2> images;
        Index number = no_index;
        const auto flush = [&] {
            for (unsigned mover = 0; mover < movers_; ++mover) {
                if (!images[mover].empty()) f(number, static_cast<Player>(mover), images[mover]);
                images[mover].clear();
            }
        };
        for (std::uint64_t word = first; word < last; ++word)
            for (std::uint64_t left = of_word(word); left != 0; left &= left - 1) {
                const std::uint64_t state = word * 64 + static_cast<unsigned>(std::countr_zero(left));
                if (state >> shift_ != number) {
                    flush();
                    number = state >> shift_;
                }
                const std::uint64_t at = state - (number << shift_);
                images[movers_ == 2 ? at % 2 : 0].push_back(static_cast<unsigned>(at / movers_));
            }
        flush();
    }

    std::uint64_t state_of(Index number, unsigned image, Player mover) const {
        return (number << shift_) + std::uint64_t{image} * movers_ + (movers_ == 2 ? static_cast<unsigned>(mover) : 0);
    }
    /// Which of the states were not seen before.
    std::uint64_t see(std::uint64_t word, std::uint64_t bits) {
        AtomicWord seen(seen_[static_cast<std::size_t>(word)]);
        const std::uint64_t fresh = bits & ~seen.load(std::memory_order_relaxed);
        return fresh == 0 ? 0 : fresh & ~seen.fetch_or(fresh, std::memory_order_relaxed);
    }
    /// Counts positions of that value; the example is the least of their texts.
    template <class Text>
    void count_settled(const OutcomeValue& value, std::uint64_t count, const Text& text) {
        const auto known = std::find_if(settled_.begin(), settled_.end(),
                                        [&](const ReachedSettled& each) { return each.value == value; });
        if (known == settled_.end())
            settled_.push_back({value, count, text()});
        else
            known->count += count;
    }
    void settle(const OutcomeValue& value, const Position& p) {
        const std::string text = rules_.format(p);
        const std::lock_guard lock(settling_);
        if (!settled_texts_.insert(text)) return;
        count_settled(value, 1, [&text] { return text; });
        for (ReachedSettled& each : settled_)
            if (each.value == value) each.example = std::min(each.example, text);
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
            const std::uint64_t state = state_of(index, least, mover);
            return see(state / 64, std::uint64_t{1} << state % 64) == 0;
        });
    }

    /// Goes on from the positions of an index that are new.
    void leave(Worker& worker, Index index, Player mover, std::vector<unsigned>& images) {
        if (index >= rules_.size()) return;
        if constexpr (composes<R>) make_least(index, mover, images);
        const Position p = rules_.unrank(index);
        if constexpr (HasTerminal<R>) {
            if (rules_.terminal(index, p, mover)) return;
        }
        worker.begin(images);
        if constexpr (NumbersMoves<R>) {
            rules_.for_each_numbered_move(index, p, mover,
                                          [&](Index to, unsigned h) { worker.mark_composed(to, h, other(mover)); });
        } else {
            if constexpr (composes<R>) {
                if (!has_settled_option(index, mover, p)) {
                    rules_.for_each_named_move(p, mover, [&](const Position& q, std::string_view) {
                        worker.mark_composed(rules_.rank(q), rules_.image(q), other(mover));
                    });
                    return;
                }
            }
            if constexpr (NamesMoves<R> && (HasImages<R> || HasSettledOptions<R>)) {
                for (const unsigned g : images)
                    rules_.for_each_named_move(position_of(index, g), mover, [&](const Position& to, std::string_view) {
                        arrive(worker, to, other(mover));
                    });
            } else {
                rules_.for_each_option(index, p, mover, [&](Index to) { worker.mark(to, 0, other(mover)); });
            }
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
            if (const auto value = rules_.settled(to)) return settle(*value, to);
        }
        worker.mark(rules_.rank(to), image_of(to), mover);
    }

    const R& rules_;
    Index numbers_;
    unsigned images_ = 1;
    unsigned movers_;
    unsigned shift_ = 0;  // states a number, as a power of two
    unsigned threads_ = 1;
    std::uint64_t blocks_ = 0;
    Bits seen_, waiting_;                   // of numbers, and of indices; threads change them as atomics
    std::vector<std::uint8_t> is_waiting_;  // blocks with states that wait
    std::vector<std::uint64_t> next_;       // those that nobody will come to before all meet again
    std::mutex meeting_;                    // of `next_`
    std::vector<ReachedSettled> settled_;
    TextSet settled_texts_;
    std::mutex settling_;  // of both
};

}  // namespace detail

/// Explores what play from the start reaches, `first` to move, and calls `f` with a `ReachedIndex` for every index, in
/// order; returns what has no index. Positions count as people see them: an index counts once for each of its images
/// that is reached (`HasImages`; without images an index is a position), in partizan games once for each player who can
/// be to move there, and a settled position once a text. Positions where play has stopped count and are not left, and
/// moves past a bound lead nowhere.
///
/// It takes two bits for each index and image, rounded up to a power of two images, and the texts of settled positions;
/// where moves are numbered (`NumbersMoves`) a bit for each number and image instead of texts. Moves are asked for once
/// a position reached; with `compose` once an index and each time that more of its images turn out to be reached. So
/// many threads ask; what is found does not depend on how many. Throws `Error{out_of_memory}`.
template <Ruleset R, class F>
    requires HasStart<R> && (NamesMoves<R> || !HasSettledOptions<R>)
std::vector<ReachedSettled> for_each_reachable(const R& rules, Player first, unsigned threads, F&& f) {
    detail::Exploration<R> exploration(rules, threads);
    exploration.run(rules.start(), is_partizan(rules) ? first : Player::left);
    exploration.report(f);
    return exploration.settled();
}

}  // namespace mexbase
