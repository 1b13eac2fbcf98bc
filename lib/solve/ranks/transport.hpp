// SPDX-License-Identifier: MIT
/// \file
/// How the processes that solve one game together exchange data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <utility>
#include <vector>

#include "../../error.hpp"

namespace mexbase {

/// Data of one round, in which every rank sends to every rank.
struct Round {
    std::vector<std::uint64_t> words;         ///< sent to all ranks; every rank sends the same number of words
    std::vector<std::vector<std::byte>> out;  ///< by rank: bytes to send; the own element must be empty
    std::vector<std::uint64_t> all_words;     ///< words of all ranks, one rank after another
    std::vector<std::vector<std::byte>> in;   ///< by rank: bytes received
};

/// Connects the processes (*ranks*) that solve one game together. Each rank runs the same job on its own part of the
/// positions. All ranks must make the same calls. Not thread-safe.
class Transport {
  public:
    virtual ~Transport() = default;
    /// Returns the number of this process, below `ranks()`.
    virtual unsigned rank() const = 0;
    virtual unsigned ranks() const = 0;
    /// Returns how many ranks run on this machine, which share its memory and processors.
    virtual unsigned ranks_here() const { return ranks(); }
    /// Sends words and bytes to all ranks, and receives theirs. Waits for all ranks: it is a collective call. Throws
    /// `Error{io}` if the exchange fails.
    virtual void exchange(Round& round) = 0;
};

/// Error of a rank that stops because another rank has failed. The other rank reports the reason.
class OtherRankFailed final : public Error {
  public:
    OtherRankFailed() : Error(ErrorCode::interrupted, "another process of the job has failed") {}
};

namespace detail {

/// Rounds with error handling: if a step fails on one rank, all ranks throw in the next exchange.
class RankRounds {
  public:
    static constexpr std::size_t words = 6;  ///< most words of an exchange

    /// Borrows the transport. All ranks must make the rounds in the same order.
    explicit RankRounds(Transport& transport) : transport_(transport) {
        round_.out.resize(transport.ranks());
        round_.in.resize(transport.ranks());
    }

    unsigned rank() const { return transport_.rank(); }
    unsigned ranks() const { return transport_.ranks(); }
    std::vector<std::byte>& out(unsigned rank) { return round_.out[rank]; }
    const std::vector<std::byte>& in(unsigned rank) const { return round_.in[rank]; }

    /// Calls `f()`, and keeps its exception for the next exchange. Does nothing if an earlier step has failed.
    template <class F>
    void attempt(const F& f) noexcept {
        if (failure_) return;
        try {
            f();
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

    /// Exchanges the bytes in `out`, which are then cleared, and `numbers`. If a step has failed on this rank, throws
    /// its exception. If a step has failed on another rank, throws `OtherRankFailed`.
    void exchange(std::span<const std::uint64_t> numbers) {
        round_.words.assign(1 + words, 0);
        round_.words[0] = failure_ != nullptr ? 1 : 0;
        std::copy(numbers.begin(), numbers.end(), round_.words.begin() + 1);
        if (failure_)
            for (auto& box : round_.out) box.clear();
        transport_.exchange(round_);
        for (auto& box : round_.out) box.clear();
        if (sum_at(0) == 0) return;
        failed_ = true;
        if (failure_) std::rethrow_exception(failure_);
        throw OtherRankFailed();
    }
    /// Frees the memory of all boxes. Otherwise each keeps its greatest size for the next rounds.
    void free_boxes() {
        for (auto* boxes : {&round_.out, &round_.in})
            for (auto& box : *boxes) box = {};
    }
    /// Throws if all ranks have thrown in an exchange, and an `attempt` has caught that. To be called after an attempt
    /// that exchanges, before the next exchange.
    void check() const {
        if (failed_) std::rethrow_exception(failure_);
    }
    /// Ends the rounds with an exchange, in which all ranks throw if a step has failed. Throws as `check` does.
    void finish() {
        check();
        exchange({});
    }
    /// Makes all ranks throw in the exchange in which they are. Does nothing if they have thrown already. To be called
    /// for an exception that no `attempt` has caught.
    void fail_everywhere() {
        if (std::exchange(failed_, true)) return;
        round_.words.assign(1 + words, 0);
        round_.words[0] = 1;
        for (auto& box : round_.out) box.clear();
        transport_.exchange(round_);
    }
    /// Returns word `k` that a rank has sent in the last exchange.
    std::uint64_t word(unsigned rank, std::size_t k) const { return round_.all_words[rank * (1 + words) + k + 1]; }
    std::uint64_t sum(std::size_t k) const { return sum_at(k + 1); }
    std::uint64_t least(std::size_t k) const {
        std::uint64_t least = word(0, k);
        for (unsigned r = 1; r < ranks(); ++r) least = std::min(least, word(r, k));
        return least;
    }
    std::uint64_t greatest(std::size_t k) const {
        std::uint64_t greatest = word(0, k);
        for (unsigned r = 1; r < ranks(); ++r) greatest = std::max(greatest, word(r, k));
        return greatest;
    }

  private:
    std::uint64_t sum_at(std::size_t k) const {
        std::uint64_t sum = 0;
        for (unsigned r = 0; r < ranks(); ++r) sum += round_.all_words[r * (1 + words) + k];
        return sum;
    }

    Transport& transport_;
    Round round_;
    std::exception_ptr failure_;
    bool failed_ = false;  // all ranks know that one has failed
};

}  // namespace detail

}  // namespace mexbase
