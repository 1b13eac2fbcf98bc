// SPDX-License-Identifier: MIT
#include "reached_states.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <string>

#include "../error.hpp"
#include "../thread_team.hpp"

namespace mexbase::detail {

namespace {

constexpr std::uint64_t block_words = 64, block_states = 64 * block_words;
constexpr std::size_t alone = 64;  // with fewer blocks, a second thread saves no time

}  // namespace

ReachedStates::ReachedStates(Index size, Index numbers, unsigned images, unsigned movers, unsigned threads)
    : size_(size),
      movers_(movers),
      shift_(static_cast<unsigned>(std::bit_width(std::uint64_t{images} * movers - 1))),
      threads_(std::clamp(threads, 1U, 1024U)) {
    if (numbers > std::numeric_limits<std::uint64_t>::max() >> (shift_ + 1))
        throw Error(ErrorCode::out_of_memory, "cannot list the reachable positions: the game has too many positions");
    const std::uint64_t blocks = (size << shift_) / block_states + 1;
    seen_.resize(static_cast<std::size_t>(std::max((numbers << shift_) / 64 + 1, blocks * block_words)));
    waiting_.resize(static_cast<std::size_t>(blocks * block_words));
    is_waiting_.resize(static_cast<std::size_t>(blocks));
}

void ReachedStates::Worker::mark_now(std::uint64_t word, std::uint64_t bits) {
    if (word >= all_.seen_.size()) [[unlikely]]
        throw Error(ErrorCode::out_of_domain, "the rules contradict themselves: a move leads to index " +
                                                  std::to_string(word * 64 >> all_.shift_) +
                                                  " or higher, but the game has " + std::to_string(all_.size_) +
                                                  " indices");
    const std::uint64_t fresh = all_.see_bits(word, bits);
    if (fresh == 0 || word >= all_.waiting_.size()) return;
    AtomicWord(all_.waiting_[static_cast<std::size_t>(word)]).fetch_or(fresh);
    const std::uint64_t block = word / block_words;
    AtomicWord flag(all_.is_waiting_[static_cast<std::size_t>(block)]);
    if (flag.load() == 0 && flag.exchange(1) == 0) blocks_.push_back(block);
}

/// Marks the pending states, and adds the blocks of this worker to the next round.
void ReachedStates::Worker::finish() {
    for (std::size_t k = 0; k < pending_.size(); ++k) put(0, 0);
    const std::lock_guard lock(all_.mutex_);
    all_.next_.insert(all_.next_.end(), blocks_.begin(), blocks_.end());
}

void ReachedStates::run(Index number, unsigned image, Player first, const Leave& leave) {
    {
        Worker begin(*this);
        begin.mark(number, image, first);
        begin.finish();
    }
    std::vector<std::uint64_t> blocks;
    while (!next_.empty()) {
        blocks.clear();
        std::swap(blocks, next_);
        std::sort(blocks.begin(), blocks.end());
        std::atomic<std::size_t> taken = 0;
        ThreadTeam(blocks.size() < alone ? 1 : threads_).run([&](unsigned) {
            constexpr std::size_t at_once = 16;
            Worker worker(*this);
            for (std::size_t from; (from = taken.fetch_add(at_once, std::memory_order_relaxed)) < blocks.size();)
                for (std::size_t k = from; k < std::min(from + at_once, blocks.size()); ++k)
                    visit(worker, blocks[k], leave);
            worker.finish();
        });
    }
}

/// Expands the waiting states of a block. Clears the block's flag before it takes the states. A thread that adds a
/// state sets the state's bit before it reads the flag, so no state is lost.
void ReachedStates::visit(Worker& worker, std::uint64_t block, const Leave& leave) {
    AtomicWord(is_waiting_[static_cast<std::size_t>(block)]).exchange(0);
    const auto take = [this](std::uint64_t word) {
        AtomicWord bits(waiting_[static_cast<std::size_t>(word)]);
        return bits.load() == 0 ? 0 : bits.exchange(0);
    };
    for_each_number(take, block * block_words, (block + 1) * block_words,
                    [&](Index number, Player mover, std::vector<unsigned>& images) {
                        if (number < size_) leave(worker, number, mover, images);
                    });
}

void ReachedStates::for_each_seen(Index first, Index last, const EachNumber& f) const {
    const auto of_word = [this](std::uint64_t word) { return seen_[static_cast<std::size_t>(word)]; };
    for_each_number(of_word, (first << shift_) / 64, ((last << shift_) + 63) / 64,
                    [&](Index number, Player mover, std::vector<unsigned>& images) {
                        if (number >= first && number < last) f(number, mover, images);
                    });
}

/// Calls `f(number, mover, images)` for the states whose bits are set in words [first, last). If a number also has bits
/// in other words, the images of these bits are left out.
template <class OfWord, class F>
void ReachedStates::for_each_number(const OfWord& of_word, std::uint64_t first, std::uint64_t last, const F& f) const {
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

/// Marks states of one word as seen. Returns the bits of those that were not seen before.
std::uint64_t ReachedStates::see_bits(std::uint64_t word, std::uint64_t bits) {
    AtomicWord seen(seen_[static_cast<std::size_t>(word)]);
    const std::uint64_t fresh = bits & ~seen.load(std::memory_order_relaxed);
    return fresh == 0 ? 0 : fresh & ~seen.fetch_or(fresh, std::memory_order_relaxed);
}

}  // namespace mexbase::detail
