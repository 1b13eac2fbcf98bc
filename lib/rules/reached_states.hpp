/// \file
/// The search of `Game::for_each_reachable`: which states were seen, and which wait to be left.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "../atomic_word.hpp"
#include "../index.hpp"
#include "moves.hpp"

namespace mexbase {

namespace detail {

/// Search over states: an image of a number, and in partizan games whose turn it is. Two bits a state, for those seen
/// and those waiting to be left; in no order, for what is reached does not depend on it. Threads take blocks of waiting
/// states in turn, and meet when all have been visited, until none waits any more.
class ReachedStates {
  public:
    /// The numbers below `size` can be left, those from there to `numbers` are only counted. Throws
    /// `Error{out_of_memory}`.
    ReachedStates(Index size, Index numbers, unsigned images, unsigned movers, unsigned threads);

    /// What one thread works with.
    class Worker {
      public:
        explicit Worker(ReachedStates& all) : all_(all) {}

        std::vector<Index> options;  ///< a buffer for callbacks
        Flat moves;                  ///< numbered moves, two elements each

        void mark(Index number, unsigned image, Player mover) {
            const std::uint64_t state = all_.state_of(number, image, mover);
            put(state / 64, std::uint64_t{1} << state % 64);
        }
        /// From now on `mark_composed` is for these images.
        void begin(const std::vector<unsigned>& images) {
            images_ = &images;
            known_ = 0;
        }
        /// The position that has number `number` and image h, in all the images: g takes it to image `compose(g, h)`.
        template <class Compose>
        void mark_composed(Index number, unsigned h, Player mover, const Compose& compose) {
            if (all_.shift_ > 6) {
                for (const unsigned g : *images_) mark(number, compose(g, h), mover);
                return;
            }
            // One h comes with many moves.
            if ((known_ >> h & 1) == 0) {
                known_ |= std::uint64_t{1} << h;
                composed_[h] = 0;
                for (const unsigned g : *images_)
                    composed_[h] |= std::uint64_t{1} << all_.state_of(0, compose(g, h), mover);
            }
            const std::uint64_t first = number << all_.shift_;
            put(first / 64, composed_[h] << first % 64);
        }

      private:
        friend class ReachedStates;
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
        void mark_now(std::uint64_t word, std::uint64_t bits);
        void finish();

        ReachedStates& all_;
        std::array<Marks, 32> under_way_{};
        std::size_t next_ = 0;
        std::vector<std::uint64_t> blocks_;  ///< that this made wait
        const std::vector<unsigned>* images_ = nullptr;
        std::array<std::uint64_t, 64> composed_{};  ///< by h, the states of number 0 that are marked for it
        std::uint64_t known_ = 0;                   ///< for which h
    };

    /// Goes on from the images of an index that are new.
    using Leave = std::function<void(Worker&, Index, Player mover, std::vector<unsigned>& images)>;
    using EachNumber = std::function<void(Index number, Player mover, std::vector<unsigned>& images)>;

    /// Visits what can be reached from this state; `leave` is called by many threads at once.
    void run(Index number, unsigned image, Player first, const Leave& leave);
    /// Calls `f` with the images seen of the numbers from `first` to before `last`, in order.
    void for_each_seen(Index first, Index last, const EachNumber& f) const;
    /// Whether this state was not seen before; it is from now on.
    bool see(Index number, unsigned image, Player mover) {
        const std::uint64_t state = state_of(number, image, mover);
        return see_bits(state / 64, std::uint64_t{1} << state % 64) != 0;
    }

  private:
    std::uint64_t state_of(Index number, unsigned image, Player mover) const {
        return (number << shift_) + std::uint64_t{image} * movers_ + (movers_ == 2 ? static_cast<unsigned>(mover) : 0);
    }
    std::uint64_t see_bits(std::uint64_t word, std::uint64_t bits);
    void visit(Worker& worker, std::uint64_t block, const Leave& leave);
    template <class OfWord, class F>
    void for_each_number(const OfWord& of_word, std::uint64_t first, std::uint64_t last, const F& f) const;

    Index size_;
    unsigned movers_;
    unsigned shift_;  // states a number, as a power of two
    unsigned threads_;
    std::vector<std::uint64_t> seen_, waiting_;  // of numbers, and of indices; threads change them as atomics
    std::vector<std::uint8_t> is_waiting_;       // blocks with states that wait
    std::vector<std::uint64_t> next_;            // those that nobody will come to before all meet again
    std::mutex meeting_;                         // of `next_`
};

}  // namespace detail
}  // namespace mexbase
