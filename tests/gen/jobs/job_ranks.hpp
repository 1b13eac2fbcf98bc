// SPDX-License-Identifier: MIT
/// \file
/// Jobs that several processes do together: in tests they are threads.
#pragma once

#include <gtest/gtest.h>

#include <exception>

#include "gen/jobs/make/ranks.hpp"
#include "tables.hpp"
#include "tests/lib/solve/retrograde/thread_ranks.hpp"

namespace mexbase::test {

/// Calls `job(transport)` on rank 0, while the other ranks help.
template <class Job>
void with_helpers(unsigned ranks, const Job& job) {
    const auto failures = on_ranks(ranks, [&](Transport& transport) {
        if (transport.rank() != 0) return help_with_jobs(transport, stock_registry());
        try {
            job(transport);
        } catch (...) {
            end_jobs(transport);
            throw;
        }
        end_jobs(transport);
    });
    for (unsigned r = 1; r < ranks; ++r) EXPECT_FALSE(failures[r]) << r;
    if (failures[0]) std::rethrow_exception(failures[0]);
}

}  // namespace mexbase::test
