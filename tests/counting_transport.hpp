// SPDX-License-Identifier: MIT
/// \file
/// A transport that counts what one rank sends.
#pragma once

#include <cstdint>

#include "lib/solve/ranks/transport.hpp"

namespace mexbase::test {

/// Passes rounds to another transport, and counts them and the bytes that this rank sends. Borrows the transport.
class CountingTransport final : public Transport {
  public:
    explicit CountingTransport(Transport& inner) : inner_(inner) {}
    unsigned rank() const override { return inner_.rank(); }
    unsigned ranks() const override { return inner_.ranks(); }
    unsigned ranks_here() const override { return inner_.ranks_here(); }
    void exchange(Round& round) override {
        ++exchanges;
        for (const auto& box : round.out) bytes += box.size();
        inner_.exchange(round);
    }
    std::uint64_t exchanges = 0, bytes = 0;

  private:
    Transport& inner_;
};

}  // namespace mexbase::test
