// SPDX-License-Identifier: MIT
/// \file
/// Ranks that are threads of one process.
#pragma once

#include <barrier>
#include <exception>
#include <span>
#include <thread>
#include <vector>

#include "lib/solve/ranks/transport.hpp"

namespace mexbase::test {

/// Calls `f(transport)` on one thread per rank. Returns the exception of each rank, or null.
template <class F>
std::vector<std::exception_ptr> on_ranks(unsigned ranks, const F& f) {
    struct Shared {
        explicit Shared(unsigned ranks) : rounds(ranks), all(ranks) {}
        std::vector<Round*> rounds;
        std::barrier<> all;
    } shared(ranks);
    class ThreadRank final : public Transport {
      public:
        ThreadRank(Shared& all, unsigned number) : shared_(all), number_(number) {}
        unsigned rank() const override { return number_; }
        unsigned ranks() const override { return static_cast<unsigned>(shared_.rounds.size()); }
        void exchange(Round& round) override {
            shared_.rounds[number_] = &round;
            shared_.all.arrive_and_wait();
            round.all_words.clear();
            round.in.resize(ranks());
            for (unsigned r = 0; r < ranks(); ++r) {
                const Round& from = *shared_.rounds[r];
                round.all_words.insert(round.all_words.end(), from.words.begin(), from.words.end());
                round.in[r] = from.out[number_];
            }
            shared_.all.arrive_and_wait();
        }

      private:
        Shared& shared_;
        unsigned number_;
    };
    std::vector<std::exception_ptr> failures(ranks);
    std::vector<std::thread> threads;
    for (unsigned r = 0; r < ranks; ++r)
        threads.emplace_back([&, r] {
            ThreadRank transport(shared, r);
            try {
                f(static_cast<Transport&>(transport));
            } catch (...) {
                failures[r] = std::current_exception();
                shared.all.arrive_and_drop();
            }
        });
    for (std::thread& each : threads) each.join();
    return failures;
}

}  // namespace mexbase::test
