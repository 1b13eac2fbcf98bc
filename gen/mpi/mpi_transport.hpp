// SPDX-License-Identifier: MIT
/// \file
/// Ranks that exchange data by MPI, the Message Passing Interface.
#pragma once

#include "../../lib/solve/ranks/transport.hpp"

namespace mexbase {

/// MPI for the lifetime of the object. There is one object per process, on the first thread. If a process dies, MPI
/// ends the others.
class MpiTransport final : public Transport {
  public:
    /// Starts MPI, which may change the arguments of the program. Throws `Error{io}` if it cannot.
    MpiTransport(int& argc, char**& argv);
    ~MpiTransport() override;
    MpiTransport(const MpiTransport&) = delete;
    MpiTransport& operator=(const MpiTransport&) = delete;

    unsigned rank() const override { return rank_; }
    unsigned ranks() const override { return ranks_; }
    unsigned ranks_here() const override { return ranks_here_; }
    void exchange(Round& round) override;

  private:
    unsigned rank_ = 0, ranks_ = 1, ranks_here_ = 1;
};

}  // namespace mexbase
