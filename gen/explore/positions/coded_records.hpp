// SPDX-License-Identifier: MIT
/// \file
/// Large lists of byte strings, coded in memory or in a scratch file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../../../lib/scratch_file.hpp"
#include "records.hpp"

namespace mexbase {

/// Numbered list of records (byte strings) in compressed form. A record is coded as the length of the prefix that it
/// shares with the record before it, and the remaining bytes. Each block of records can be read alone. Once all records
/// are added, several threads may read. Throws as `SpillingBytes` does.
class CodedRecords {
  public:
    /// Storage for the bytes of one list, or of several lists that are filled one after another.
    using Bytes = std::shared_ptr<SpillingBytes>;
    /// Value of `place` that makes a sorted list, which also stores the first record of each block.
    static constexpr unsigned sorted = 4;

    /// Encoder of consecutive records of a list. Several threads can encode different parts of one list.
    class Coder {
      public:
        explicit Coder(const CodedRecords& list) : Coder(list.width_, list.block_, list.place_) {}
        /// Makes a coder for a list that was made with the same arguments.
        Coder(std::size_t width, std::size_t block, unsigned place = sorted)
            : width_(width), block_(block), is_sorted_(place == sorted), firsts_(width) {}
        void add(std::string_view record);
        std::uint64_t size() const { return size_; }
        std::uint64_t bytes() const { return bytes_.size() + firsts_.bytes(); }

      private:
        friend class CodedRecords;
        std::size_t width_, block_;
        bool is_sorted_;
        std::uint64_t size_ = 0;
        std::vector<std::byte> bytes_;
        std::vector<std::uint64_t> begins_;
        Records firsts_;
        std::string last_;
    };

    /// Makes an empty list of records of `width` bytes, or of any length if `width` is 0, in blocks of `block` records.
    /// To read single records, `place` must be below 4. It is the number of the block cache that the list uses in each
    /// thread. If one thread reads several lists alternately, they need different places.
    CodedRecords(std::size_t width, std::size_t block, Bytes bytes, unsigned place = sorted);

    /// Appends the records of `part`. In every part except the last, all blocks must be full.
    void take(const Coder& part);
    std::uint64_t size() const { return size_; }
    std::size_t width() const { return width_; }
    std::size_t block_size() const { return block_; }
    std::uint64_t blocks() const { return begins_.size(); }
    /// Returns the first record of a block of a sorted list.
    std::string_view first(std::uint64_t block) const { return firsts_[block]; }
    /// Appends the records of a block to `records`. `room` is a buffer for the compressed bytes.
    void read(std::uint64_t block, Records& records, std::vector<std::byte>& room) const;
    /// Returns one record, valid until this thread reads another record from a list with the same `place`.
    std::string_view operator[](std::uint64_t number) const;

  private:
    std::size_t width_, block_;
    unsigned place_;
    std::uint64_t number_, size_ = 0;  // `number_` is unique among all lists ever made
    Bytes bytes_;
    std::uint64_t end_ = 0;
    std::vector<std::uint64_t> begins_;
    Records firsts_;
};

/// Appends records to a list one by one. Not thread-safe.
class RecordWriter {
  public:
    explicit RecordWriter(CodedRecords& list) : list_(list), coder_(list) {}
    void add(std::string_view record) {
        coder_.add(record);
        if (coder_.size() % list_.block_size() == 0 && coder_.bytes() >= enough) finish();
    }
    void finish() {
        list_.take(coder_);
        coder_ = CodedRecords::Coder(list_);
    }

  private:
    static constexpr std::uint64_t enough = 1 << 16;
    CodedRecords& list_;
    CodedRecords::Coder coder_;
};

}  // namespace mexbase
