// SPDX-License-Identifier: MIT
/// \file
/// The search that `Game::for_each_reachable` runs.
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

/// Search over states. A state is a number (an index, or a number from `Has::numbered_moves`), an image of it
/// (`Has::images`) and, in partizan games, the player to move. Each state has two bits: "seen" and "waiting to be
/// expanded". The order of expansion does not change the result. Threads take blocks of waiting states in turn and
/// synchronise after each round, until no state waits.
class ReachedStates {
  public:
    /// Allocates the bits. States with a number below `size` are expanded (their moves are followed); those with a
    /// number from `size` to `numbers` - 1 are only counted. Throws `Error{out_of_memory}`.
    ReachedStates(Index size, Index numbers, unsigned images, unsigned movers, unsigned threads);

    class Worker {
      public:
        explicit Worker(ReachedStates& all) : all_(all) {}

        std::vector<Index> options;  ///< a buffer for callbacks
        Flat moves;                  ///< numbered moves, two elements each

        void mark(Index number, unsigned image, Player mover) {
            const std::uint64_t state = all_.state_of(number, image, mover);
            put(state / 64, std::uint64_t{1} << state % 64);
        }
        /// Selects the images that `mark_composed` applies to.
        void begin(const std::vector<unsigned>& images) {
            images_ = &images;
            known_ = 0;
        }
        /// Marks image `compose(g, h)` of `number` for each selected image g.
        template <class Compose>
        void mark_composed(Index number, unsigned h, Player mover, const Compose& compose) {
            if (all_.shift_ > 6) {
                for (const unsigned g : *images_) mark(number, compose(g, h), mover);
                return;
            }
            // Many moves have the same `h`, so the images `compose(g, h)` are computed once per `h`.
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
        /// Bits to be set in one word of `seen_`, once the word has arrived in the processor's cache.
        struct Marks {
            std::uint64_t word = 0, bits = 0;
        };
        void put(std::uint64_t word, std::uint64_t bits) {
            __builtin_prefetch(&all_.seen_[static_cast<std::size_t>(word)], 1);
            Marks& place = pending_[next_++ % pending_.size()];
            const Marks due = std::exchange(place, {word, bits});
            if (due.bits != 0) mark_now(due.word, due.bits);
        }
        void mark_now(std::uint64_t word, std::uint64_t bits);
        void finish();

        ReachedStates& all_;
        std::array<Marks, 32> pending_{};
        std::size_t next_ = 0;
        std::vector<std::uint64_t> blocks_;  ///< blocks in which this worker set the first waiting state
        const std::vector<unsigned>* images_ = nullptr;
        std::array<std::uint64_t, 64> composed_{};  ///< [h]: the states of number 0 to mark for h
        std::uint64_t known_ = 0;                   ///< set of the h for which `composed_` is known
    };

    /// Callback that follows the moves from newly reached images of an index.
    using Leave = std::function<void(Worker&, Index, Player mover, std::vector<unsigned>& images)>;
    using EachNumber = std::function<void(Index number, Player mover, std::vector<unsigned>& images)>;

    /// Visits all states that are reachable from the given one. Several threads call `leave` at once.
    void run(Index number, unsigned image, Player first, const Leave& leave);
    /// Calls `f` with the seen images of the numbers in [first, last), in order.
    void for_each_seen(Index first, Index last, const EachNumber& f) const;
    /// Marks the state as seen. Returns true if it was not seen before.
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
    unsigned shift_;  // log2 of the states per number
    unsigned threads_;
    std::vector<std::uint64_t> seen_, waiting_;  // bits of numbers and of indices; threads change them as atomics
    std::vector<std::uint8_t> is_waiting_;       // blocks with waiting states
    std::vector<std::uint64_t> next_;            // blocks of the next round
    std::mutex mutex_;                           // guards `next_`
};

}  // namespace detail
}  // namespace mexbase
