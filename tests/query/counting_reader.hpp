// SPDX-License-Identifier: MIT
/// \file
/// Reader for tests of what is read, and of answers that are wrong.
#pragma once

#include <atomic>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "query/source/reader.hpp"

namespace mexbase::test {

/// Reader of bytes in memory that counts its calls.
class Counting : public Reader {
  public:
    explicit Counting(std::string table) : bytes_(std::move(table)) {}
    explicit Counting(std::span<const std::byte> table)
        : bytes_(reinterpret_cast<const char*>(table.data()), table.size()) {}
    std::uint64_t size() const override { return bytes_.size(); }
    Result<void> read_at(std::uint64_t offset, std::span<std::byte> to) override {
        ++rounds;
        return copy(offset, to);
    }
    Result<void> read_many(std::span<const Range> ranges) override {
        ++rounds;
        std::uint64_t end = 0;
        for (const Range& range : ranges) {
            if (range.offset < end) disordered = true;
            end = range.offset + range.bytes.size();
            if (auto done = copy(range.offset, range.bytes); !done) return done;
        }
        return {};
    }
    void forget() { rounds = read = 0; }
    std::atomic<std::uint64_t> rounds{0}, read{0};
    bool disordered = false;
    bool fails = false;
    std::function<void()> meanwhile;               // called after each read
    std::atomic<int> wrong{0};                     // number of the next answers to falsify
    std::atomic<std::uint64_t> wrong_from_end{0};  // byte of the next answer to falsify, counted from its end; 0: none

  private:
    Result<void> copy(std::uint64_t offset, std::span<std::byte> to) {
        if (fails) return Failure{ErrorCode::io, "the cable is cut"};
        if (offset > bytes_.size() || to.size() > bytes_.size() - offset) return Failure{ErrorCode::io, "past the end"};
        std::memcpy(to.data(), bytes_.data() + offset, to.size());
        if (wrong > 0 && wrong-- > 0)
            for (std::byte& each : to) each ^= std::byte{0x5a};
        if (const auto place = wrong_from_end.exchange(0); place != 0 && place <= to.size())
            to[to.size() - place] ^= std::byte{1};
        read += to.size();
        if (meanwhile) meanwhile();
        return {};
    }
    std::string bytes_;
};

}  // namespace mexbase::test
